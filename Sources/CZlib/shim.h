#pragma once
#if !__has_include(<zlib.h>)
#error "zlib's headers are missing: install zlib1g-dev (Debian, Ubuntu); the SDKs of macOS and iOS have them"
#endif
#include <zlib.h>
