#pragma once
#if !__has_include(<curl/curl.h>)
#error "libcurl's headers are missing: install libcurl4-openssl-dev (Debian, Ubuntu) or curl (Homebrew)"
#endif
#include <curl/curl.h>

/* libcurl's setters take any type behind "...", which Swift can't call: one typed door for each. */

typedef size_t (*clibcurl_receiver)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode clibcurl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode clibcurl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

/* libcurl copies the text. */
static inline CURLcode clibcurl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

/* libcurl keeps the pointer: it must stay valid as long as the handle. */
static inline CURLcode clibcurl_set_pointer(CURL *handle, CURLoption option, const void *value) {
  return curl_easy_setopt(handle, option, (void *)value);
}

static inline CURLcode clibcurl_set_receiver(CURL *handle, CURLoption option,
                                             clibcurl_receiver receiver) {
  return curl_easy_setopt(handle, option, receiver);
}

/* http and https alone; the option for it changed its name and type with libcurl 7.85. */
static inline CURLcode clibcurl_set_http_only(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

static inline CURLcode clibcurl_get_long(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}

/* The result of a finished transfer; false where nothing has finished. */
static inline int clibcurl_finished(CURLM *multi, CURLcode *result) {
  int left = 0;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left)) != NULL) {
    if (message->msg == CURLMSG_DONE) {
      *result = message->data.result;
      return 1;
    }
  }
  return 0;
}
