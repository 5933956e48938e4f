#pragma once
#if !__has_include(<sqlite3.h>)
#error "SQLite's headers are missing: install libsqlite3-dev (Debian, Ubuntu) or sqlite (Homebrew)"
#endif
#include <sqlite3.h>
