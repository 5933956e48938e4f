#pragma once
#if !__has_include(<openssl/evp.h>)
#error "libcrypto's headers are missing: install libssl-dev (Debian, Ubuntu)"
#endif
#include <openssl/evp.h>
#include <openssl/hmac.h>
