#pragma once
#if !__has_include(<curl/curl.h>)
#error "libcurl's headers are missing: install libcurl4-openssl-dev (Debian, Ubuntu) or curl (Homebrew)"
#endif
#include <curl/curl.h>
