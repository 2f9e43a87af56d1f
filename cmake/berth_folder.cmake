# SPDX-License-Identifier: GPL-3.0-or-later
# One static library per folder: every source in it, and the include path from the house's root of that layer.

# berth_folder(TARGET DIRECTORY INCLUDE_ROOT [EXCLUDE REGEX]): the library TARGET from the sources of DIRECTORY (not of
# the folders below it). A folder without sources yet is an interface library, so that what links it need not know.
# Sets berth_scope to PUBLIC or INTERFACE for what the caller links to it.
function(berth_folder target directory include_root)
  cmake_parse_arguments(ARG "" "EXCLUDE" "" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${directory}/*.cpp ${directory}/*.h)
  if(ARG_EXCLUDE)
    list(FILTER sources EXCLUDE REGEX "${ARG_EXCLUDE}")
  endif()
  set(compiled ${sources})
  list(FILTER compiled INCLUDE REGEX "\\.cpp$")
  if(compiled)
    add_library(${target} STATIC ${sources})
    set(scope PUBLIC)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(${target} ${scope} ${include_root})
  target_link_libraries(${target} ${scope} berth_flags)
  set(berth_scope ${scope} PARENT_SCOPE)
endfunction()

# berth_engine_folder(NAME DEPENDS...): the library berth_NAME from engine/NAME; what it may include is what it names here.
function(berth_engine_folder name)
  berth_folder(berth_${name} ${CMAKE_CURRENT_SOURCE_DIR}/${name} ${CMAKE_CURRENT_SOURCE_DIR})
  foreach(dependency IN LISTS ARGN)
    target_link_libraries(berth_${name} ${berth_scope} berth_${dependency})
  endforeach()
  set(berth_scope ${berth_scope} PARENT_SCOPE)
endfunction()

# berth_qt_folder(TARGET DIRECTORY [EXCLUDE REGEX] LINKS LIBRARIES...): as berth_folder, for a layer that uses Qt.
# Headers are included from the repository's root: "models/node_table.h".
function(berth_qt_folder target directory)
  cmake_parse_arguments(ARG "" "EXCLUDE" "LINKS" ${ARGN})
  berth_folder(${target} ${directory} ${PROJECT_SOURCE_DIR} EXCLUDE "${ARG_EXCLUDE}")
  target_link_libraries(${target} ${berth_scope} ${ARG_LINKS} berth_qt_flags)
  if(berth_scope STREQUAL PUBLIC)
    set_target_properties(${target} PROPERTIES AUTOMOC ON)
  endif()
endfunction()
