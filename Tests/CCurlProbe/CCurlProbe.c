#include "CCurlProbe.h"

#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>

struct ccurl_session {
  CURL *handle;
  char body[65536];
};

typedef struct {
  ccurl_session *session;
  ccurl_answer *answer;
} taking;

static size_t take(char *bytes, size_t size, size_t count, void *context) {
  taking *into = context;
  size_t length = size * count;
  size_t room = sizeof into->session->body - into->answer->body_length;
  size_t taken = length < room ? length : room;
  memcpy(into->session->body + into->answer->body_length, bytes, taken);
  into->answer->body_length += taken;
  return length;
}

ccurl_session *ccurl_open(void) {
  ccurl_session *session = calloc(1, sizeof *session);
  session->handle = curl_easy_init();
  return session;
}

void ccurl_close(ccurl_session *session) {
  curl_easy_cleanup(session->handle);
  free(session);
}

void ccurl_post(ccurl_session *session, const char *url, const char *headers, const void *body,
                size_t length, long timeout_ms, ccurl_answer *answer) {
  CURL *handle = session->handle;
  memset(answer, 0, sizeof *answer);
  answer->body = session->body;
  taking into = {session, answer};
  curl_easy_reset(handle);
  struct curl_slist *list = NULL;
  char *copy = strdup(headers ? headers : "");
  for (char *rest = copy, *line; (line = strsep(&rest, "\n"));)
    if (*line) list = curl_slist_append(list, line);
  curl_easy_setopt(handle, CURLOPT_URL, url);
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_PROXY, "");
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, list);
  curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)length);
  curl_easy_setopt(handle, CURLOPT_POSTFIELDS, body);
  curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, timeout_ms);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &into);
  answer->code = curl_easy_perform(handle);
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &answer->status);
  curl_easy_getinfo(handle, CURLINFO_NUM_CONNECTS, &answer->connections);
  curl_slist_free_all(list);
  free(copy);
}
