// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/read_file.h"

#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>

namespace berth::formats {

tl::expected<std::string, api::Problem> readWhole(const std::filesystem::path& file)
{
    std::ifstream in(file, std::ios::binary);
    std::string text;
    if (in)
        text.assign(std::istreambuf_iterator<char>(in), {});
    if (!in)
        return tl::unexpected(api::Problem{api::Problem::Severity::Error,
                                           "cannot read the file: " + std::error_code(errno, std::generic_category()).message(),
                                           file.string(), {}, {}, {}});
    return text;
}

}
