// Owns: one POST by libcurl as an application makes it, for tests.
#pragma once
#include <stddef.h>

typedef struct {
  /// CURLE_…
  int code;
  /// 0 where no status line was read.
  long status;
  /// The body's bytes that were read, at most 64 KiB of them; they live until the next POST.
  const char *body;
  size_t body_length;
  /// How many connections libcurl made for it.
  long connections;
} ccurl_answer;

typedef struct ccurl_session ccurl_session;

/// A handle with its own connection pool.
ccurl_session *ccurl_open(void);
void ccurl_close(ccurl_session *session);
/// `headers`: lines separated by \n, or NULL. `timeout_ms`: 0 for none.
void ccurl_post(ccurl_session *session, const char *url, const char *headers, const void *body,
                size_t length, long timeout_ms, ccurl_answer *answer);
