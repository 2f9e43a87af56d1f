// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/meta.h"
#include "api/problem.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace berth::api {

/// One document of a stream, after strict decoding and API defaulting; validation and admission come later.
struct DecodedDocument {
    /// What the document says it is: `Pod ns/name` (namespace only if written), the kind alone, or `document`.
    std::string label;
    /// The typed object, or null if the document was refused.
    std::shared_ptr<Object> object;
    /// At most one Error (then object is null), its message the bare text that the API server's decoder gives;
    /// any number of Warnings and Notes. File and position are filled in.
    Problems problems;
    Position position;                  ///< of the document's first key
    std::string file = {};              ///< as given by the caller
};

/// Splits a text into documents (multi-document YAML, JSON, concatenated JSON; kind: List and typed lists are
/// unfolded; BOM and CRLF are taken) and decodes each one strictly as the API server does. A bad document does not
/// lose the others; a bad separator ends the stream. file is only used for problems.
std::vector<DecodedDocument> decodeStream(std::string_view text, const std::string& file);

/// Decodes one object that is already a value (an item of a list, an entry of a step). Text is only needed where an
/// error quotes it (`Object 'Kind' is missing in '…'`) and may be empty: then the value's JSON is quoted.
/// Unfolds lists, hence the vector.
std::vector<DecodedDocument> decodeValue(const Value& value, const std::string& file, std::string_view text = {});

/// Reads a whole file and decodes it; a file that cannot be read is one document with one Error.
std::vector<DecodedDocument> decodeFile(const std::string& path);

}
