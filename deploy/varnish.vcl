# Varnish 7 in front of the server, as a cache for book content. See docs/guides/cdn.md.
vcl 4.1;

backend default {
    .host = "127.0.0.1";
    .port = "8787";
}

sub vcl_recv {
    if (req.restarts == 0) {
        unset req.http.Svc-Url;
        unset req.http.Svc-Granted;
        unset req.http.Svc-Key;
    }
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    if (req.url !~ "^/content/~[^/?]+/\w+/(sections|styles|chapters|resources)/") {
        return (pass);
    }
    unset req.http.Authorization;
    unset req.http.Cookie;
    if (req.url ~ "^/content/~public/") {
        set req.http.Svc-Key = req.url;
        return (hash);
    }
    # The server checks each signature once, and Varnish keeps the answer until the signature expires.
    if (!req.http.Svc-Granted) {
        set req.http.Svc-Url = req.url;
        set req.url = regsub(req.url, "^(/content/~[^/?]+/\w+)/.*$", "\1/grant");
        return (hash);
    }
    # Readers with the same scope share the cached content.
    set req.http.Svc-Key = regsub(req.url, "^/content/~([\w.-]+)~\d+~[\w-]+/", "/\1/");
    return (hash);
}

sub vcl_hash {
    if (req.http.Svc-Key) {
        hash_data(req.http.Svc-Key);
        hash_data(req.http.Host);
        return (lookup);
    }
}

sub vcl_backend_fetch {
    unset bereq.http.Svc-Url;
    unset bereq.http.Svc-Granted;
    unset bereq.http.Svc-Key;
}

sub vcl_backend_response {
    if (beresp.status >= 400) {
        set beresp.uncacheable = true;
        set beresp.ttl = 0s;
        return (deliver);
    }
    // Not after the signature expires.
    if (bereq.url ~ "/grant$") {
        set beresp.grace = 0s;
    }
    if (beresp.http.Content-Type ~ "json|text|svg") {
        set beresp.do_gzip = true;
    }
}

sub vcl_deliver {
    if (req.http.Svc-Url && !req.http.Svc-Granted && resp.status == 204) {
        set req.url = req.http.Svc-Url;
        set req.http.Svc-Granted = "1";
        return (restart);
    }
    set resp.http.X-Cache = "MISS";
    if (obj.hits > 0) {
        set resp.http.X-Cache = "HIT";
    }
}
