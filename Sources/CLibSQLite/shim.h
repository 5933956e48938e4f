#pragma once
#if !__has_include(<sqlite3.h>)
#error "SQLite's headers are missing: install libsqlite3-dev (Debian, Ubuntu); the SDKs of macOS and iOS have them"
#endif
#include <sqlite3.h>
