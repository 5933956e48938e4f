// Owns: the page's little script: waits for news, then takes the new state from the page itself.

enum PageScript {
  static let text = #"""
    "use strict";
    (() => {
      const liveness = document.getElementById("liveness");
      const say = (text) => { liveness.textContent = text; };
      const pause = (ms) => new Promise((done) => setTimeout(done, ms));

      const take = async () => {
        const answer = await fetch(location.href, { cache: "no-store" });
        if (!answer.ok) throw new Error("status " + answer.status);
        const fresh = new DOMParser()
          .parseFromString(await answer.text(), "text/html")
          .getElementById("live");
        const old = document.getElementById("live");
        const focused = old.contains(document.activeElement) ? document.activeElement.id : "";
        old.replaceWith(document.adoptNode(fresh));
        if (focused) document.getElementById(focused)?.focus();
        return fresh.dataset.revision;
      };

      const follow = async () => {
        let revision = document.getElementById("live").dataset.revision;
        for (;;) {
          try {
            const answer = await fetch("/changes?after=" + revision, { cache: "no-store" });
            const news = await answer.json();
            say("live");
            if (String(news.revision) !== revision) revision = await take();
          } catch {
            say("not connected");
            await pause(1000);
          }
        }
      };

      say("live");
      follow();
    })();

    """#
}
