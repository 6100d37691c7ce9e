// Generated from the OpenAPI document by `npm run client`. Do not edit.
/* oxlint-disable */

export type SectionTree = string | (SectionTree | Record<string, string>)[];
export interface paths {
    "/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the OpenAPI document
         * @description Returns an OpenAPI 3.1 document. Requires no API key.
         */
        get: operations["getOpenapiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the current API key
         * @description Returns the tier, permissions and quota usage of the request’s key. The request does not count toward the quota and succeeds even when it is used up.
         */
        get: operations["getCurrentKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/me/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the current key’s usage by day
         * @description Contains every day of the range, including today. Requests are counted exactly, as for the quota. Rotated keys share one quota and one history.
         */
        get: operations["getCurrentKeyUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{keyId}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a key’s usage by day
         * @description Contains every day of the range, including today. Requests are counted exactly, as for the quota. Rotated keys share one quota and one history.
         *
         *     Permission: `read:keys`.
         */
        get: operations["getKeyUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the account’s usage by day
         * @description Contains every day of the range, including today. Requests are counted exactly, as for the quota. Adds up all keys of the environment of the request’s key, including revoked ones.
         *
         *     Permission: `read:keys`.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Returns your account’s keys, newest first, including revoked ones. A live key also lists the keys of the test environment.
         *
         *     Permission: `read:keys`.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Only this response contains the key. The new key has its own quota. Its tier, permissions and expiry cannot exceed those of the request’s key. An account can have 100 usable keys.
         *
         *     Permission: `write:keys`.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API key
         * @description Returns the key’s rights and state without its text.
         *
         *     Permission: `read:keys`.
         */
        get: operations["getKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Permanent, and takes effect within a second. Any key of the account can be revoked, including the request’s own.
         *
         *     Permission: `write:keys`.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        /**
         * Update an API key
         * @description Omitted members do not change. Takes effect within a second. The request’s key must have the tier and all permissions of the key, and must not expire earlier.
         *
         *     Permission: `write:keys`.
         */
        patch: operations["updateKey"];
        trace?: never;
    };
    "/v1/keys/{keyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an API key
         * @description Creates a successor that shares the quota. Only this response contains it. The request’s key must have the tier and all permissions of the key, and must not expire earlier.
         *
         *     Permission: `write:keys`.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/request-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List requests
         * @description Returns your account’s requests of the last 14 days, newest first. A request appears within about a second of its response. To follow the log, repeat the request with `meta.latestCursor` as `after`, every second or more slowly. Requests with `after` return newer requests, oldest first, and a full page means that more are available. A page compares up to 10,000 requests with the filters, so it can be shorter than `limit`, or empty, and still have a `nextCursor`. Servers can have the request log turned off, in which case it is empty.
         *
         *     Permission: `read:logs`.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get exchange rates
         * @description Returns the newest plausible table with its age. All rates in a response are from one day and one source. With `format=csv` or `Accept: text/csv`, the response is that of `GET /v1/rates.csv`.
         *
         *     Permission: `read:rates`.
         */
        get: operations["getRates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rates.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get exchange rates as CSV
         * @description Returns one line per currency.
         *
         *     Permission: `read:rates`.
         */
        get: operations["getRatesCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rates/convert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Convert an amount
         * @description Converts exactly and rounds once at the end.
         *
         *     Permission: `read:rates`.
         */
        get: operations["convertAmount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rates/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get historical rates
         * @description Returns one point per day with a table, for at most 366 days. With `format=csv` or `Accept: text/csv`, the response is that of `GET /v1/rates/history.csv`.
         *
         *     Permission: `read:rates`.
         */
        get: operations["getRateHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rates/history.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get historical rates as CSV
         * @description Returns one line per day and currency, for at most 366 days.
         *
         *     Permission: `read:rates`.
         */
        get: operations["getRateHistoryCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rates/currencies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List currencies
         * @description Lists every ISO 4217 currency with an exchange rate.
         *
         *     Permission: `read:rates`.
         */
        get: operations["listCurrencies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/content/cover.png": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the blank cover
         * @description Returns the cover image that feeds show for books without a cover.
         */
        get: operations["getBlankCover"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/books": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List and search books
         * @description Lists the public books and your own. A search ranks by relevance: how much of the query a book matches, in which fields, how closely, and how well known the book is; see [Search ranking](https://github.com/svc-reader/svc-reader/blob/main/docs/guides/search-ranking.md). Editions of one work are one result. Changes are searchable within a second. A cursor continues after the last book of the previous page, even if books were added or removed in the meantime.
         *
         *     With `Accept: application/opds+json`, the response is the OPDS 2.0 feed of `GET /v1/books.opds`.
         *
         *     Permission: `read:books`.
         */
        get: operations["listBooks"];
        put?: never;
        /**
         * Add a book from an EPUB file or from metadata
         * @description Send the file as the body (`application/epub+zip`) or as the only file of a form (`multipart/form-data`), at most 100 MB. Sending the same file again returns 200 with the existing book. Metadata alone (`application/json`) creates a record without text, to which chapters can be added.
         *
         *     Permission: `write:books`.
         */
        post: operations["createBook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/books.opds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List and search books as an OPDS feed
         * @description Returns the same list as `GET /v1/books` as an OPDS 2.0 feed, for reading apps and catalogs.
         *
         *     Permission: `read:books`.
         */
        get: operations["getBookFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/books/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Complete a search query
         * @description Returns titles and author names that start with or contain the query, best match first.
         *
         *     Permission: `read:books`.
         */
        get: operations["suggestBooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/books/languages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List languages
         * @description Lists the languages of the public books and your own, most frequent first.
         *
         *     Permission: `read:books`.
         */
        get: operations["listLanguages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/books/{bookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a book’s record
         * @description Permission: `read:books`.
         */
        get: operations["getBook"];
        put?: never;
        post?: never;
        /**
         * Remove a book
         * @description Permanently removes the book with its text, chapters and reviews. Sales are kept. The last record of a removed book is in its `book.deleted` event.
         *
         *     Permission: `write:books`.
         */
        delete: operations["deleteBook"];
        options?: never;
        head?: never;
        /**
         * Update a book’s record
         * @description Applies a JSON merge patch (RFC 7396). Missing members keep their values, and null removes a value. Values you set or remove are never overwritten by external sources. A patch without changes creates no event. Popularity, ratings and values computed from the text are read-only.
         *
         *     Permission: `write:books`.
         */
        patch: operations["updateBook"];
        trace?: never;
    };
    "/v1/books/{bookId}/manifest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a book’s Readium Web Publication Manifest
         * @description The reading order links to the compiled sections and published chapters (JSON), and `resources` links to the files. Both require a reading session token (`GET /v1/reader/embed`). The cover is public. `#char=` in a URL is an offset in UTF-16 code units of the section’s text. A book without text has no manifest (`book_not_readable`). Keys other than secret keys of the book’s account get the manifest of its sample, unless the book is free.
         *
         *     Permission: `read:books`.
         */
        get: operations["getBookManifest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/books/{bookId}/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search a book’s text
         * @description Returns every occurrence of `q` in reading order. Case, accents, apostrophes, quotation mark and dash variants, and the amount of white space are ignored. Matches never span paragraphs. A cursor becomes invalid when the text changes with a new version or chapter. Keys other than secret keys of the book’s account search its sample, unless the book is free.
         *
         *     Permission: `read:books`.
         */
        get: operations["searchBookText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/books/{bookId}/cover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload a cover
         * @description Send the image as the body: JPEG, PNG, WebP or AVIF, at most 10 MB and 50 million pixels, and at least 200 pixels on each side. It replaces the cover in the book’s file, also in later editions. The server stores it as JPEG without the file’s metadata, with a new URL. The previous URL remains valid for at least a day.
         *
         *     Permission: `write:books`.
         */
        put: operations["updateCover"];
        post?: never;
        /**
         * Remove an uploaded cover
         * @description Shows the cover from the book’s file again. Without an uploaded cover, nothing changes.
         *
         *     Permission: `write:books`.
         */
        delete: operations["deleteCover"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reader/deployments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deployments
         * @description Lists your account’s deployments, newest first. The response to a publishable key contains neither `domains` nor `keyId`.
         *
         *     Permission: `read:reader`.
         */
        get: operations["listDeployments"];
        put?: never;
        /**
         * Create a deployment
         * @description Creates a saved white-label configuration. Pages select it with `deployment`, and its domains use it. Send the logo and fonts in the body as `data:` URLs. Text must be readable in every theme that readers can choose, and a contrast below 4.5:1 is rejected. An account can have at most 50 deployments.
         *
         *     Permission: `write:reader`.
         */
        post: operations["createDeployment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reader/deployments/{deploymentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a deployment
         * @description Returns the deployment with its domains and the TXT record required to verify each. The response to a publishable key contains neither `domains` nor `keyId`.
         *
         *     Permission: `read:reader`.
         */
        get: operations["getDeployment"];
        put?: never;
        post?: never;
        /**
         * Remove a deployment
         * @description Removes the deployment with its logo, fonts and domains, which stop serving pages.
         *
         *     Permission: `write:reader`.
         */
        delete: operations["deleteDeployment"];
        options?: never;
        head?: never;
        /**
         * Update a deployment
         * @description Applies a JSON merge patch (RFC 7396). Missing members keep their values, and null restores the default. `fonts` replaces the whole list. Reference an existing font by its `url`. Domains have their own routes. Pages show the change within 30 seconds.
         *
         *     Permission: `write:reader`.
         */
        patch: operations["updateDeployment"];
        trace?: never;
    };
    "/v1/reader/deployments/{deploymentId}/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a domain
         * @description The response contains the TXT record that proves ownership. Add it to the domain’s DNS, then verify the domain. Adding an existing domain again returns 200 with that domain. A deployment can have at most 20 domains.
         *
         *     Permission: `write:reader`.
         */
        post: operations["addDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reader/deployments/{deploymentId}/domains/{host}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a domain
         * @description The deployment stops serving pages on this domain.
         *
         *     Permission: `write:reader`.
         */
        delete: operations["deleteDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reader/deployments/{deploymentId}/domains/{host}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a domain
         * @description Checks the domain’s TXT record now. If it is missing or wrong, the domain stays `pending` and `problem` contains the reason. A verified domain is checked daily and becomes pending again when its record has been missing for seven days. A host belongs to one deployment. It moves to another deployment when only the record of that deployment is present. Until then, the request returns 409.
         *
         *     Permission: `write:reader`.
         */
        post: operations["verifyDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/content/deployments/{deploymentId}/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a deployment’s logo or font
         * @description Returns a file. Requires no key. Files are immutable because their names contain their digests.
         */
        get: operations["getDeploymentFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/affiliates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List affiliates
         * @description Lists your account’s affiliates, newest first.
         *
         *     Permission: `read:affiliates`.
         */
        get: operations["listAffiliates"];
        put?: never;
        /**
         * Create an affiliate
         * @description An affiliate is a partner who refers readers and earns a commission on their purchases. The partner uses the `code` in embeds.
         *
         *     Permission: `write:affiliates`.
         */
        post: operations["createAffiliate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/affiliates/{affiliateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an affiliate
         * @description Returns the affiliate with an `ETag` for conditional updates.
         *
         *     Permission: `read:affiliates`.
         */
        get: operations["getAffiliate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an affiliate
         * @description Missing members keep their values. A new rate applies only to future sales. Earlier sales keep their rate.
         *
         *     Permission: `write:affiliates`.
         */
        patch: operations["updateAffiliate"];
        trace?: never;
    };
    "/v1/affiliates/{affiliateId}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report an affiliate’s earnings
         * @description Amounts are exact to the minor unit. The rows add up to the totals, and the totals match the ledger. A sale, including all later refunds, counts on the day of the sale. With `format=csv` or `Accept: text/csv`, the response is that of `GET …/report.csv`.
         *
         *     Permission: `read:affiliates`.
         */
        get: operations["getAffiliateReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/affiliates/{affiliateId}/report.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report an affiliate’s earnings as CSV
         * @description Returns the rows of the report, one line each.
         *
         *     Permission: `read:affiliates`.
         */
        get: operations["getAffiliateReportCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/affiliates/{affiliateId}/conversions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an affiliate’s conversions
         * @description Lists the sales attributed to a click, latest first, including those without commission.
         *
         *     Permission: `read:affiliates`.
         */
        get: operations["listConversions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/affiliates/{affiliateId}/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an affiliate’s payouts
         * @description Lists the payouts, latest first.
         *
         *     Permission: `read:affiliates`.
         */
        get: operations["listPayouts"];
        put?: never;
        /**
         * Record a payout
         * @description Marks approved commissions as paid, each once, and returns the total. Later refunds of paid sales are deducted from the next payout.
         *
         *     Permission: `write:affiliates`.
         */
        post: operations["recordPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/affiliates/traces/{traceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a trace
         * @description Returns all steps of a reading, from the embed to clicks, sales, refunds, commissions, payouts and the webhook deliveries of their events.
         *
         *     Permission: `read:affiliates`.
         */
        get: operations["getTrace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reader/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record reading events
         * @description Requires the session’s token in the header or body. Accepts JSON, even with the media type `text/plain`. Each step of a reading counts once, even if it is sent several times. Nothing is stored if consent is required and missing, or if the request has `DNT: 1` or `Sec-GPC: 1`. Does not count toward the quota.
         */
        post: operations["recordReaderEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/buy/{ticket}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a buy link
         * @description Redirects to the shop and counts the click. The reader’s embed response contains the link. Requires no API key.
         */
        get: operations["followBuyLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a promotion link
         * @description Redirects to the shop that sells a public book, and counts the click for the affiliate with this code in the book’s account. The code needs no signature, because a link determines only the affiliate who earns the commission. Link previews and crawlers get a page that describes the book, and are not counted. Requires no API key.
         */
        get: operations["followPromotionLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/opens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report opens
         * @description Returns how often and by how many readers books were opened. Counts only your own account’s readings, each in the hour in which the book was opened. Numbers are at most a minute old. Numbers for a book and one other dimension, or an affiliate’s campaigns, are kept forever. Other combinations, and hours, are kept for 90 days. With `format=csv` or `Accept: text/csv`, the response is that of `GET /v1/analytics/opens.csv`.
         *
         *     Permission: `read:analytics`.
         */
        get: operations["getAnalyticsOpens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/opens.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report opens as CSV
         * @description Returns one line per group, or per interval without `groupBy`.
         *
         *     Permission: `read:analytics`.
         */
        get: operations["getAnalyticsOpensCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/reading": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report time read and completion
         * @description Returns how long readers read, how many finish, and where they stop: by twentieth of the book and, with `book`, by section. Counts only your own account’s readings, each in the hour in which the book was opened. Numbers are at most a minute old. Numbers for a book and one other dimension, or an affiliate’s campaigns, are kept forever. Other combinations, and hours, are kept for 90 days. With `format=csv` or `Accept: text/csv`, the response is that of `GET /v1/analytics/reading.csv`.
         *
         *     Permission: `read:analytics`.
         */
        get: operations["getAnalyticsReading"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/reading.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report time read and completion as CSV
         * @description Returns one line per group, or per interval without `groupBy`. Does not contain where readers stop.
         *
         *     Permission: `read:analytics`.
         */
        get: operations["getAnalyticsReadingCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/funnel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report the funnel from open to sale
         * @description Returns how many opens led to the end of the sample, to the buy button and to a sale. Counts only your own account’s readings, each in the hour in which the book was opened. Numbers are at most a minute old. Numbers for a book and one other dimension, or an affiliate’s campaigns, are kept forever. Other combinations, and hours, are kept for 90 days. With `format=csv` or `Accept: text/csv`, the response is that of `GET /v1/analytics/funnel.csv`.
         *
         *     Permission: `read:analytics`.
         */
        get: operations["getAnalyticsFunnel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/funnel.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report the funnel from open to sale as CSV
         * @description Returns one line per group, or per interval without `groupBy`.
         *
         *     Permission: `read:analytics`.
         */
        get: operations["getAnalyticsFunnelCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reader/embed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open a book in the embedded reader
         * @description Returns everything the reader needs for its first page, including the first section. Published chapters follow the sections of the book’s file. A book may have only one of the two. Fetch the rest of the text with the session’s token, which does not count toward the quota. If the book is not free, a publishable key, or a secret key of another account, opens only its sample. The header `Reader-Referral: affiliate=…&campaign=…&sub=…` overrides the parameters with these names. The token of `POST /v1/reader/sessions` opens its book without a key and without using quota.
         *
         *     Permission: `read:reader`.
         */
        get: operations["openEmbed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reader/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a reading session
         * @description Call this from your server after it has checked what the reader bought, and pass the token to the page. The token opens this one book without a key for at most a day and does not count toward the quota. After that, open another session.
         *
         *     Permission: `write:reader`.
         */
        post: operations["createReadingSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reader/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a reading session
         * @description Access ends within a minute. Ending the session again has no effect.
         *
         *     Permission: `write:reader`.
         */
        delete: operations["endReadingSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/content/{contentId}/chapters/{chapterId}/{revision}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a published chapter
         * @description Use the `revision` from the reading order. If the chapter has changed since then, the response contains the current text with its own revision and must not be cached. The chapter in which a sample ends is truncated there, and can be cached only if `?end=` equals that offset.
         */
        get: operations["getPublishedChapter"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/content/{contentId}/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search the open book
         * @description Returns every occurrence of the word sequence `q`, in reading order. A match starts at the start of a word, and its last word may be incomplete (`wha` finds “whale”). Use quotes to match whole words. Case, accents, apostrophes, quote and dash styles, ligatures, soft hyphens and the amount of white space are ignored. Matches do not cross paragraphs. In scripts without spaces, a match may start anywhere. In a sample, only the readable part is searched.
         */
        get: operations["searchOpenBook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/content/{contentId}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a book’s chapters
         * @description Sends a server-sent event shortly after a chapter of the book is published, changed or unpublished: `chapter.published`, `chapter.updated` or `chapter.unpublished`. Its data is the chapter’s reading order item. Sort chapters by `position`, then by `id`. Several changes to one chapter may be combined into one event. A comment is sent every 25 seconds. The stream ends when the token expires. Refresh the session and open the stream again with `Last-Event-ID`.
         */
        get: operations["streamChapterChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/content/{contentId}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a book’s files
         * @description Returns all files that this session may fetch, with their sizes, for downloading the book for offline reading.
         */
        get: operations["listContentFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/content/{contentId}/sections/{index}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a section
         * @description The section in which a sample ends requires `?end=` with the offset from `access.until`, and is truncated there.
         */
        get: operations["getSection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/content/{contentId}/styles/{sheetId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a rewritten style sheet */
        get: operations["getStyleSheet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/content/{contentId}/resources/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an image, font, audio or video file from the book */
        get: operations["getResource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/content/{contentId}/cover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the cover image */
        get: operations["getCover"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/content/{contentId}/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refresh a reading session
         * @description Accepts expired tokens until a day after the embed. A token that was issued to a page can be refreshed only by that page, so the request must have its `Origin`.
         */
        post: operations["refreshReadingSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/books/{bookId}/chapters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a book’s chapters
         * @description Returns the documents of the reading order, which the reader opens by their `index`, followed by the chapters written on this server (`serial`) by position. Keys other than secret keys of the book’s account get only published chapters and, unless the book is free, only the documents of its sample.
         *
         *     Permission: `read:books`.
         */
        get: operations["listChapters"];
        put?: never;
        /**
         * Add a chapter to a book
         * @description Adds a chapter of serial fiction as a draft, or schedules it with `publishAt`. The chapters in a book’s EPUB are separate and change only with the file.
         *
         *     Permission: `write:chapters`.
         */
        post: operations["createChapter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/chapters/{chapterId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a chapter
         * @description Returns a chapter written on this server. For other accounts, only published chapters, without their content.
         *
         *     Permission: `read:chapters`.
         */
        get: operations["getChapter"];
        put?: never;
        post?: never;
        /**
         * Delete a chapter
         * @description Deletes the chapter with its text, in any state. A published or scheduled chapter is withdrawn first, which creates the event `chapter.unpublished` and removes it from open readers. Deleting it again within 30 days also returns 204.
         *
         *     Permission: `write:chapters`.
         */
        delete: operations["deleteChapter"];
        options?: never;
        head?: never;
        /**
         * Update a chapter
         * @description Missing members keep their values. A patch without changes creates no event.
         *
         *     Permission: `write:chapters`.
         */
        patch: operations["updateChapter"];
        trace?: never;
    };
    "/v1/chapters/{chapterId}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish or schedule a chapter
         * @description Publishes the chapter now or, with `publishAt`, at that time. Scheduling again replaces the time. A chapter that is already published does not change and creates no event.
         *
         *     Permission: `write:chapters`.
         */
        post: operations["publishChapter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/chapters/{chapterId}/unpublish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a chapter
         * @description Withdraws a published or scheduled chapter. Chapters in other states do not change. The chapter can be published again.
         *
         *     Permission: `write:chapters`.
         */
        post: operations["unpublishChapter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/books/{bookId}/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a book’s reviews
         * @description Lists approved reviews, newest first, and your own. The book’s account sees all of them. The book’s `rating` summarizes the approved reviews.
         *
         *     Permission: `read:reviews`.
         */
        get: operations["listReviews"];
        put?: never;
        /**
         * Add a review
         * @description Adds a review on behalf of one of your readers, who can review a book only once. You can review your own books and those of accounts that allow yours. Reviews of other accounts’ books are `pending` until the book’s account approves them. The book’s account receives an event.
         *
         *     Permission: `write:reviews`.
         */
        post: operations["createReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reviews/{reviewId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a review
         * @description Available to the account that added the review and to the book’s account.
         *
         *     Permission: `write:reviews`.
         */
        delete: operations["deleteReview"];
        options?: never;
        head?: never;
        /**
         * Update a review
         * @description The account that added the review can change its rating and text, and the book’s account can change its `status`. After a change by another account, the review is `pending` again. Missing members keep their values, and null removes a value.
         *
         *     Permission: `write:reviews`.
         */
        patch: operations["updateReview"];
        trace?: never;
    };
    "/v1/reviews/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts that may add reviews
         * @description Lists the accounts that you allow to add reviews to your books.
         *
         *     Permission: `read:reviews`.
         */
        get: operations["listReviewAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reviews/accounts/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Allow an account to add reviews
         * @description Allows the account to add reviews to your books. You moderate these reviews.
         *
         *     Permission: `write:reviews`.
         */
        put: operations["allowReviewAccount"];
        post?: never;
        /**
         * Stop allowing an account to add reviews
         * @description The reviews that the account has added remain.
         *
         *     Permission: `write:reviews`.
         */
        delete: operations["disallowReviewAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sales": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sales
         * @description Lists your sales, latest first unless you set `sort`, including those of removed books.
         *
         *     Permission: `read:sales`.
         */
        get: operations["listSales"];
        put?: never;
        /**
         * Record a sale
         * @description Records one sale per order and book. Recording the same sale again returns 200 with the existing sale. A different sale of the same book in the same order returns 409. The current exchange rates are stored with the sale.
         *
         *     Permission: `write:sales`.
         */
        post: operations["recordSale"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sales/{saleId}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a sale
         * @description Refunds all remaining copies or the number in `quantity`.
         *
         *     Permission: `write:sales`.
         */
        post: operations["refundSale"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sales/{saleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a sale
         * @description Returns the sale with all exchange rates at the time it was recorded.
         *
         *     Permission: `read:sales`.
         */
        get: operations["getSale"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oembed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Describe how to embed a book page
         * @description Returns the data with which sites embed the book page at `url` (https://oembed.com). Requires no API key. With `format=xml`, the response is XML.
         */
        get: operations["getOembed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List event types
         * @description Returns all event types, each with its JSON Schema and an example.
         *
         *     Permission: `read:webhooks`.
         */
        get: operations["listEventTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List logged events
         * @description Returns all of your account’s events, oldest first, with or without webhooks. Positions increase by 1 without gaps, in commit order. Events are stored for 30 days by default, but the server’s operator can change that. Requests that continue from a deleted position fail with `events_not_kept`.
         *
         *     Permission: `read:webhooks`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Returns your account’s webhooks, newest first.
         *
         *     Permission: `read:webhooks`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Posts each event from now on to the URL at least once, signed according to Standard Webhooks 1.0. Only this response contains the secret. An account can have 20 webhooks.
         *
         *     Permission: `write:webhooks`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Returns the webhook without its secret.
         *
         *     Permission: `read:webhooks`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Also deletes its deliveries. Pending deliveries are not sent.
         *
         *     Permission: `write:webhooks`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update a webhook
         * @description Omitted members do not change. A re-enabled webhook receives events from then on. Use `recover` to send held events.
         *
         *     Permission: `write:webhooks`.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{webhookId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a webhook’s secret
         * @description During the overlap, deliveries are signed with both secrets.
         *
         *     Permission: `write:webhooks`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends a `ping` like any other event. Its delivery shows the result.
         *
         *     Permission: `write:webhooks`.
         */
        post: operations["sendTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a webhook’s deliveries
         * @description Returns deliveries, newest first.
         *
         *     Permission: `read:webhooks`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhookId}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery
         * @description Returns the delivery with its event and all attempts.
         *
         *     Permission: `read:webhooks`.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhookId}/deliveries/{deliveryId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a delivery
         * @description Sends the event again immediately with a new round of attempts, even if it was delivered. The event keeps its id and body.
         *
         *     Permission: `write:webhooks`.
         */
        post: operations["retryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhookId}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Recover failed and held deliveries
         * @description Resends all failed and held events since a point in time, each with a new round of attempts.
         *
         *     Permission: `write:webhooks`.
         */
        post: operations["recoverDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/portal-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link to the webhook portal
         * @description Returns a link to a page on which your customer manages webhooks of your account: creates, tests and deletes them, and retries deliveries. The link works once, within ten minutes, and opens the page for an hour. The page gives access to nothing else. Create a link for each visit.
         *
         *     Permission: `write:webhooks`.
         */
        post: operations["createPortalLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "chapter.published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * chapter.published
         * @description A chapter was published.
         */
        post: operations["onChapterPublished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "chapter.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * chapter.updated
         * @description A published chapter was changed.
         */
        post: operations["onChapterUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "chapter.unpublished": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * chapter.unpublished
         * @description A chapter was unpublished.
         */
        post: operations["onChapterUnpublished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "chapter.scheduled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * chapter.scheduled
         * @description A chapter was scheduled for publication.
         */
        post: operations["onChapterScheduled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "book.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * book.created
         * @description A book was added.
         */
        post: operations["onBookCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "book.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * book.updated
         * @description A book was changed.
         */
        post: operations["onBookUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "book.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * book.deleted
         * @description A book was deleted.
         */
        post: operations["onBookDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sale.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * sale.completed
         * @description A sale was recorded.
         */
        post: operations["onSaleCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sale.refunded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * sale.refunded
         * @description A sale was refunded, in full or in part.
         */
        post: operations["onSaleRefunded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "review.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * review.created
         * @description A review was added to a book.
         */
        post: operations["onReviewCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "review.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * review.updated
         * @description A review was changed, approved or rejected.
         */
        post: operations["onReviewUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "review.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * review.deleted
         * @description A review was deleted.
         */
        post: operations["onReviewDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "quota.threshold_reached": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * quota.threshold_reached
         * @description A key has used 80 or 100 percent of a quota.
         */
        post: operations["onQuotaThresholdReached"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook.disabled
         * @description A webhook was disabled because it responded with 410 or failed for 120 hours.
         */
        post: operations["onWebhookDisabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    ping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * ping
         * @description A test event that you requested. Only the tested webhook receives it.
         */
        post: operations["onPing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        NewAffiliate: {
            /** @description Your own code, unique within your account. Defaults to the last part of the id. */
            code?: string;
            name: string;
            /** @description Share of the sales as a decimal number from 0 to 1. For example, `0.08` is 8%. */
            rate: string;
            /** @description Number of days after the click during which a sale is attributed to it. Defaults to `30`. */
            windowDays?: number;
            /** @description Number of days after the sale until the commission is approved, to allow for refunds. Defaults to `30`. */
            approvalDays?: number;
            /** @description Number of orders for which one click can earn a commission. Each book of an order earns one commission. Orders that were refunded completely do not count. Defaults to `10`. */
            maxConversionsPerClick?: number;
            /** @description The partner’s reader ids. Purchases by these readers earn no commission. */
            ownReaderIds?: string[];
            /** @description Case-insensitive coupon codes that attribute a sale (its `couponCode`) to the affiliate. Each code belongs to one affiliate of the account. */
            couponCodes?: string[];
            /** @description Rates for single books, and for books with a subject (label or code). A book’s own rate takes precedence over its subjects’ rates, of which the first listed one applies. */
            specialRates?: ({
                /** @description Book identifier. */
                bookId: string;
                rate: string;
            } | {
                subject: string;
                rate: string;
            })[];
            /**
             * @description `paused`: the partner earns no commission, but links and books work as usual. Defaults to `"active"`.
             * @enum {string}
             */
            state?: "active" | "paused";
        };
        AffiliatePatch: {
            code?: string;
            name?: string;
            /** @description Share of the sales as a decimal number from 0 to 1. For example, `0.08` is 8%. Applies to future sales. */
            rate?: string;
            /** @description Number of days after the click during which a sale is attributed to it. */
            windowDays?: number;
            /** @description Number of days after the sale until the commission is approved, to allow for refunds. Applies to future sales. */
            approvalDays?: number;
            /** @description Number of orders for which one click can earn a commission. Each book of an order earns one commission. Orders that were refunded completely do not count. Applies to future sales. */
            maxConversionsPerClick?: number;
            /** @description The partner’s reader ids. Purchases by these readers earn no commission. */
            ownReaderIds?: string[];
            /** @description Case-insensitive coupon codes that attribute a sale (its `couponCode`) to the affiliate. Each code belongs to one affiliate of the account. */
            couponCodes?: string[];
            /** @description Rates for single books, and for books with a subject (label or code). A book’s own rate takes precedence over its subjects’ rates, of which the first listed one applies. Applies to future sales. */
            specialRates?: ({
                /** @description Book identifier. */
                bookId: string;
                rate: string;
            } | {
                subject: string;
                rate: string;
            })[];
            /**
             * @description `paused`: the partner earns no commission, but links and books work as usual.
             * @enum {string}
             */
            state?: "active" | "paused";
        };
        PayoutOrder: {
            /** @description ISO 4217 code. */
            currency: string;
            /**
             * Format: date-time
             * @description Pays commissions approved by this time. Defaults to now.
             */
            until?: string;
        };
        ReaderEvents: {
            /** @description The reading session’s token, for requests without headers (`sendBeacon`). */
            token?: string;
            /** @description The reader’s consent, if the page requested it. Defaults to `null`. */
            consent?: "granted" | null;
            events: {
                /**
                 * @description `read` reports how far and how long the reader has read so far. It is not a step.
                 * @enum {string}
                 */
                type: "opened" | "read" | "progressed" | "finished-sample" | "buy-clicked";
                /**
                 * Format: date-time
                 * @description Time of the event according to the reader’s clock.
                 */
                at: string;
                /** @description Defaults to `null`. */
                chapter?: string | null;
                /** @description Position in the book, from 0 to 1. Defaults to `null`. */
                fraction?: number | null;
                /** @description Index of the furthest section in the reading order, from 0. Defaults to `null`. */
                section?: number | null;
                /** @description Time read since the book was opened, in seconds. Defaults to `null`. */
                seconds?: number | null;
            }[];
        };
        NewDeployment: {
            /** @description Display name. Shown on pages without a logo. */
            name: string;
            /** @description Defaults to `{}`. */
            theme?: {
                /** @description Defaults to `null`. */
                name?: ("light" | "dark" | "sepia" | "contrast" | "system") | null;
                /** @description The reader’s custom properties, each with one value for all themes or one per theme. */
                tokens?: {
                    [key: string]: string | {
                        light?: string;
                        dark?: string;
                        sepia?: string;
                    };
                };
            };
            logo?: {
                /** @description PNG, JPEG, WebP or SVG, up to 200 kB: `data:image/png;base64,…`. The server re-renders the image. */
                data: string;
                /** @description Alternative text. Defaults to the deployment’s name. */
                alt?: string;
            } | null;
            fonts?: {
                /** @description Family name for use in tokens. */
                family: string;
                weight?: number | string;
                /**
                 * @description Defaults to `"normal"`.
                 * @enum {string}
                 */
                style?: "normal" | "italic";
                /** @description WOFF2, up to 300 kB: `data:font/woff2;base64,…`. */
                data: string;
            }[];
            locale?: string | null;
            /** @description Defaults to `null`. */
            currency?: string | null;
            /** @description Defaults to `null`. */
            affiliate?: string | null;
            /** @description Defaults to `null`. */
            campaign?: string | null;
            /** @description Defaults to `{}`. */
            features?: {
                /** @description Defaults to `true`. */
                contents?: boolean;
                /** @description Defaults to `true`. */
                search?: boolean;
                /** @description Defaults to `true`. */
                marks?: boolean;
                /** @description Defaults to `true`. */
                settings?: boolean;
                /** @description Defaults to `true`. */
                title?: boolean;
                /** @description Defaults to `true`. */
                progress?: boolean;
                /** @description Defaults to `true`. */
                menu?: boolean;
                /** @description Defaults to `true`. */
                fullscreen?: boolean;
                /** @description Defaults to `true`. */
                buy?: boolean;
                /** @description Themes that readers can choose from. Text must be readable in each. */
                themes?: ("light" | "dark" | "sepia" | "contrast")[];
                /** @description Whether a reader’s own settings take precedence over these. Defaults to `true`. */
                readerSettings?: boolean;
            };
            /**
             * @description `required`: no reader data is stored before the reader consents. Defaults to `"none"`.
             * @enum {string}
             */
            consent?: "none" | "required";
            /** @description Defaults to `{}`. */
            links?: {
                /** @description Defaults to `null`. */
                buy?: string | null;
                /** @description Defaults to `null`. */
                home?: string | null;
                /** @description Defaults to `null`. */
                privacy?: string | null;
                /** @description Defaults to `null`. */
                terms?: string | null;
            };
            /** @description Origins whose pages may embed this deployment’s pages in a frame. Defaults to `[]`. */
            frameAncestors?: string[];
            /** @description Public books of the account that the deployment’s domains show. */
            books?: {
                /** @constant */
                show: "all";
            } | {
                /** @constant */
                show: "listed";
                /** @description Shown books. Ids of other accounts’ books have no effect. */
                ids: string[];
            } | {
                /** @constant */
                show: "subjects";
                /** @description Labels or codes. A book with any of these subjects is shown. Case and accents are ignored. */
                subjects: string[];
            };
            /** @description Defaults to `null`. */
            keyId?: string | null;
        };
        DeploymentPatch: {
            /** @description Display name. Shown on pages without a logo. */
            name?: string;
            theme?: {
                name?: ("light" | "dark" | "sepia" | "contrast" | "system") | null;
                tokens?: {
                    [key: string]: (string | {
                        light?: string;
                        dark?: string;
                        sepia?: string;
                    }) | null;
                } | null;
            } | null;
            logo?: {
                /** @description PNG, JPEG, WebP or SVG, up to 200 kB: `data:image/png;base64,…`. The server re-renders the image. */
                data?: string;
                /** @description Alternative text. Defaults to the deployment’s name. */
                alt?: string;
            } | null;
            fonts?: {
                /** @description Family name for use in tokens. */
                family: string;
                weight?: number | string;
                /**
                 * @description Defaults to `"normal"`.
                 * @enum {string}
                 */
                style?: "normal" | "italic";
                /** @description WOFF2, up to 300 kB: `data:font/woff2;base64,…`. */
                data?: string;
                /** @description URL of an existing font, as returned by the API. */
                url?: string;
            }[] | null;
            locale?: string | null;
            currency?: string | null;
            affiliate?: string | null;
            campaign?: string | null;
            features?: {
                contents?: boolean | null;
                search?: boolean | null;
                marks?: boolean | null;
                settings?: boolean | null;
                title?: boolean | null;
                progress?: boolean | null;
                menu?: boolean | null;
                fullscreen?: boolean | null;
                buy?: boolean | null;
                themes?: ("light" | "dark" | "sepia" | "contrast")[] | null;
                readerSettings?: boolean | null;
            } | null;
            consent?: ("none" | "required") | null;
            links?: {
                buy?: string | null;
                home?: string | null;
                privacy?: string | null;
                terms?: string | null;
            } | null;
            frameAncestors?: string[] | null;
            books?: ({
                /** @constant */
                show: "all";
            } | {
                /** @constant */
                show: "listed";
                /** @description Shown books. Ids of other accounts’ books have no effect. */
                ids: string[];
            } | {
                /** @constant */
                show: "subjects";
                /** @description Labels or codes. A book with any of these subjects is shown. Case and accents are ignored. */
                subjects: string[];
            }) | null;
            keyId?: string | null;
        };
        NewDomain: {
            /** @description Domain name in any script, such as `books.example.com`, without scheme or port. */
            host: string;
        };
        NewBook: {
            title: string;
            subtitle?: string | null;
            contributors?: {
                name: string;
                sortName?: string | null;
                /** @description MARC relator code, such as `aut`. Defaults to `"aut"`. */
                role?: string;
                /** @description Defaults to `null`. */
                birthYear?: number | null;
                /** @description Defaults to `null`. */
                deathYear?: number | null;
            }[];
            /** @description BCP 47 tags, starting with the main language. */
            languages?: string[];
            description?: string | null;
            subjects?: {
                scheme?: string | null;
                code?: string | null;
                label: string;
            }[];
            identifiers?: {
                scheme: string;
                value: string;
            }[];
            publisher?: string | null;
            /** @description Defaults to `null`. */
            publishedAt?: string | null;
            series?: {
                name: string;
                position?: string | null;
            } | null;
            rights?: string | null;
            /** @description Defaults to `null`. */
            pageCount?: number | null;
            price?: {
                /** @description Non-negative decimal number as a string, such as `9.99`. */
                amount: string;
                /** @description ISO 4217 code. */
                currency: string;
            } | null;
            /** @description How much of the text everyone may read, or null for all of it. A patch replaces the whole object instead of merging. */
            access?: {
                /** @enum {string} */
                mode: "free" | "sample";
                /** @description Size of the sample as a fraction of the positions in the main flow, from the beginning. Defaults to 0.1 if neither `share` nor `sections` is given. */
                share?: number;
                /** @description Sections in the sample, as paths from the embed’s `readingOrder[].href`. */
                sections?: string[];
            } | null;
            /** @description Defaults to `null`. */
            buyUrl?: string | null;
            /**
             * @description A private book is visible only to your own account’s keys. A public book can be found by every key on this server, and its free text can be read by everyone. Defaults to `"private"`.
             * @enum {string}
             */
            visibility?: "public" | "private";
        };
        BookPatch: {
            title?: string;
            subtitle?: string | null;
            contributors?: {
                name: string;
                sortName?: string | null;
                /** @description MARC relator code, such as `aut`. Defaults to `"aut"`. */
                role?: string;
                /** @description Defaults to `null`. */
                birthYear?: number | null;
                /** @description Defaults to `null`. */
                deathYear?: number | null;
            }[] | null;
            languages?: string[] | null;
            description?: string | null;
            subjects?: {
                scheme?: string | null;
                code?: string | null;
                label: string;
            }[] | null;
            identifiers?: {
                scheme: string;
                value: string;
            }[] | null;
            publisher?: string | null;
            publishedAt?: string | null;
            series?: {
                name?: string;
                position?: string | null;
            } | null;
            rights?: string | null;
            pageCount?: number | null;
            price?: {
                /** @description Non-negative decimal number as a string, such as `9.99`. */
                amount?: string;
                /** @description ISO 4217 code. */
                currency?: string;
            } | null;
            /** @description How much of the text everyone may read, or null for all of it. A patch replaces the whole object instead of merging. */
            access?: {
                /** @enum {string} */
                mode: "free" | "sample";
                /** @description Size of the sample as a fraction of the positions in the main flow, from the beginning. Defaults to 0.1 if neither `share` nor `sections` is given. */
                share?: number;
                /** @description Sections in the sample, as paths from the embed’s `readingOrder[].href`. */
                sections?: string[];
            } | null;
            buyUrl?: string | null;
            /**
             * @description A private book is visible only to your own account’s keys. A public book can be found by every key on this server, and its free text can be read by everyone.
             * @enum {string}
             */
            visibility?: "public" | "private";
        };
        NewChapter: {
            title: string;
            /** @description Compiled like an EPUB document. Images are removed. */
            content: string;
            /**
             * @description Defaults to `xhtml` if the content begins with `<`, and to `text` otherwise.
             * @enum {string}
             */
            format?: "xhtml" | "text";
            /** @description Defaults to the position after all other chapters. */
            position?: number;
            /**
             * Format: date-time
             * @description Schedules the chapter. Without it, the chapter is a draft.
             */
            publishAt?: string;
        };
        ChapterPatch: {
            title?: string;
            /** @description Compiled like an EPUB document. Images are removed. */
            content?: string;
            /**
             * @description `xhtml`: the body of a document, from which unsupported elements are removed. `text`: plain text with empty lines between paragraphs.
             * @enum {string}
             */
            format?: "xhtml" | "text";
            /** @description Sort position among the chapters. Chapters with the same position are sorted by age. */
            position?: number;
        };
        PublishOrder: {
            /**
             * Format: date-time
             * @description Defaults to now.
             */
            publishAt?: string;
        };
        NewApiKey: {
            /** @description Helps people recognize the key. */
            name?: string;
            /**
             * @description Defaults to `"secret"`.
             * @enum {string}
             */
            kind?: "secret" | "publishable";
            /**
             * @description Defaults to the tier of the request’s key.
             * @enum {string}
             */
            tier?: "basic" | "pro" | "unlimited" | "developer";
            /**
             * @description Defaults to the environment of the request’s key.
             * @enum {string}
             */
            environment?: "live" | "test";
            /** @description Defaults to `read:reader` and `read:books` for a publishable key, and to all permissions of the request’s key except those for keys for a secret key. */
            permissions?: string[];
            /** @description Origins that may use a publishable key, which requires at least one. */
            allowedOrigins?: string[];
            /** @description Private books that a publishable key shows. Defaults to none. */
            privateBooks?: "unlisted" | string[];
            /** @description Null if the key does not expire. */
            expiresAt?: string | null;
        };
        ApiKeyChange: {
            /** @description Helps people recognize the key. */
            name?: string;
            /** @description Replaces the origins of a publishable key. */
            allowedOrigins?: string[];
            /** @description Replaces the private books that a publishable key shows. */
            privateBooks?: "unlisted" | string[];
            /** @description Null if the key does not expire. */
            expiresAt?: string | null;
        };
        KeyRotation: {
            /** @description How long the old key remains valid. Defaults to `86400`. */
            graceSeconds?: number;
        };
        NewWebhook: {
            /** @description Must be `https` and have a public address, without control characters or spaces. Redirects are not followed. */
            url: string;
            /** @description Event types, or `["*"]` for all types, including those added later. */
            events: [
                "*"
            ] | ("chapter.published" | "chapter.updated" | "chapter.unpublished" | "chapter.scheduled" | "book.created" | "book.updated" | "book.deleted" | "sale.completed" | "sale.refunded" | "review.created" | "review.updated" | "review.deleted" | "quota.threshold_reached" | "webhook.disabled")[];
            /** @description Your own note. Defaults to `null`. */
            description?: string | null;
            /** @description Restricts the events. Defaults to `{"bookIds":[]}`. */
            filters?: {
                /** @description Sends only events about these books, or all of the account’s events if empty. Each book must exist and be visible to the account. For other accounts’ public books, the webhook receives `book.*` and `chapter.*` events. Defaults to `[]`. */
                bookIds?: string[];
            };
            /** @description If false, events are held until you call `recover`. Defaults to `true`. */
            enabled?: boolean;
        };
        WebhookChange: {
            /** @description Must be `https` and have a public address, without control characters or spaces. Redirects are not followed. */
            url?: string;
            /** @description Event types, or `["*"]` for all types, including those added later. */
            events?: [
                "*"
            ] | ("chapter.published" | "chapter.updated" | "chapter.unpublished" | "chapter.scheduled" | "book.created" | "book.updated" | "book.deleted" | "sale.completed" | "sale.refunded" | "review.created" | "review.updated" | "review.deleted" | "quota.threshold_reached" | "webhook.disabled")[];
            /** @description Your own note. */
            description?: string | null;
            /** @description Restricts the events. */
            filters?: {
                /** @description Sends only events about these books, or all of the account’s events if empty. Each book must exist and be visible to the account. For other accounts’ public books, the webhook receives `book.*` and `chapter.*` events. Defaults to `[]`. */
                bookIds?: string[];
            };
            /** @description True also re-enables a webhook that was disabled after failures. */
            enabled?: boolean;
        };
        SecretRotation: {
            /** @description Seconds during which deliveries are also signed with the old secret, up to one week. Defaults to one day. */
            overlapSeconds?: number;
        };
        NewReview: {
            /** @description Rating from 1 to 5. */
            rating: number;
            title?: string | null;
            /** @description Plain text. Must be escaped before display. */
            body?: string | null;
            /** @description Your own identifier for the person. A person can review a book only once. */
            reviewer: string;
            /**
             * @description Defaults to `approved` for your own books. Reviews of another account’s books are always `pending`.
             * @enum {string}
             */
            status?: "pending" | "approved" | "rejected";
        };
        ReviewPatch: {
            /** @description Rating from 1 to 5. */
            rating?: number;
            title?: string | null;
            /** @description Plain text. Must be escaped before display. */
            body?: string | null;
            /**
             * @description Only approved reviews are public and count toward the book’s rating.
             * @enum {string}
             */
            status?: "pending" | "approved" | "rejected";
        };
        NewSale: {
            /** @description Your own order id. One sale per order and book. */
            orderId: string;
            /** @description Book identifier. */
            bookId: string;
            /** @description Number of copies. */
            quantity: number;
            /** @description Price paid per copy, with at most the currency’s minor unit digits. The total of the sale must be at most 10^9 minor units, such as 10,000,000.00 EUR, unless the operator allows the account more. */
            unitPrice: {
                /** @description Non-negative decimal number as a string, such as `9.99`. */
                amount: string;
                /** @description ISO 4217 code. */
                currency: string;
            };
            /** @description Click id of the reader’s purchase link that led to the sale. Defaults to `null`. */
            clickId?: string | null;
            /** @description Coupon code that the buyer entered. If it belongs to an active affiliate, the sale is attributed to that affiliate, regardless of earlier clicks. Other codes have no effect. Defaults to `null`. */
            couponCode?: string | null;
            /** @description Your own opaque id for the buyer. The sale is attributed to their last click. Defaults to `null`. */
            readerId?: string | null;
            /**
             * Format: date-time
             * @description Time of the sale. Must be in 2000 or later and not in the future.
             */
            occurredAt: string;
        };
        RefundOrder: {
            /** @description Number of copies to refund. Defaults to all remaining copies. */
            quantity?: number;
            /** @description Defaults to `null`. */
            reason?: string | null;
        };
        NewReaderSession: {
            /** @description Book identifier. */
            bookId: string;
            /** @description Your opaque identifier for the reader. Do not use a name or an email address. */
            readerId: string;
            access: {
                /**
                 * @description `full` grants the whole book, which must be free or belong to your account.
                 * @enum {string}
                 */
                mode: "full" | "sample";
                /** @description When access ends, even while the book is open. Null if access does not end. Defaults to `null`. */
                expiresAt?: string | null;
            };
            /** @description Null to bind the token to the first page that opens the book with it. Defaults to `null`. */
            origin?: string | null;
        };
        Recovery: {
            /**
             * Format: date-time
             * @description Earliest time of the events.
             */
            since: string;
        };
        NewPortalLink: {
            /** @description Name of your customer, shown on the page and in the audit log. */
            name: string;
            /** @description Your customer’s books. The page then shows and creates only webhooks whose filters name some of these books and no others. Empty for all of the account’s webhooks. Defaults to `[]`. */
            bookIds?: string[];
        };
        HitExplanation: {
            /** @description Sum of the parts. Results are sorted by it, highest first. */
            score: number;
            /** @description Contribution of each part to the score. */
            parts: {
                /** @description Typed words that match, by rarity, field and kind of match. */
                words: number;
                /** @description How much of the title was typed. */
                title: number;
                /** @description Typed words that are adjacent in the title or a name. */
                order: number;
                /** @description How much of a contributor’s name was typed. */
                name: number;
                /** @description Popularity of the book, or an estimate based on its records. */
                popularity: number;
            };
            words: {
                typed: string;
                /** @description The word of the book, or null if none matches. */
                matched: string | null;
                match: ("exact" | "number" | "abbreviation" | "inflection" | "transliteration" | "compound" | "language" | "prefix" | "typo") | null;
                typos: number;
                /** @description Fields of the book that contain the word. */
                fields: string[];
                /** @description Rare words have a higher weight than frequent ones. */
                weight: number;
                /** @description Whether the word never excludes a book. */
                isOptional: boolean;
            }[];
        };
        BookAccess: {
            /** @constant */
            mode: "free";
        } | {
            /** @constant */
            mode: "sample";
            /** @description Fraction of the positions in the main flow, from the beginning. For example, 0.1 is a tenth. */
            share: number;
        } | {
            /** @constant */
            mode: "sample";
            /** @description Paths of the sections in the sample, from the embed’s `readingOrder[].href`. */
            sections: string[];
        };
        Book: {
            /** @description Book identifier. */
            id: string;
            /** @description Identical for all editions of a work. */
            workId: string;
            title: string;
            /**
             * @description Base direction of the title, if the book’s file states it.
             * @enum {string}
             */
            titleDirection?: "ltr" | "rtl";
            subtitle: string | null;
            contributors: {
                name: string;
                sortName: string | null;
                /** @description MARC relator code, such as `aut`. */
                role: string;
                /**
                 * @description Base direction of the name, if the book’s file states it.
                 * @enum {string}
                 */
                direction?: "ltr" | "rtl";
                birthYear: number | null;
                deathYear: number | null;
            }[];
            /** @description BCP 47 tags, starting with the main language. */
            languages: string[];
            description: string | null;
            subjects: {
                scheme: string | null;
                code: string | null;
                label: string;
            }[];
            identifiers: {
                scheme: string;
                value: string;
            }[];
            publisher: string | null;
            /** @description ISO 8601 date with year, month or day precision. */
            publishedAt: string | null;
            series: {
                name: string;
                position: string | null;
            } | null;
            /** @enum {string} */
            layout: "reflowable" | "fixed";
            /** @enum {string} */
            readingProgression: "ltr" | "rtl";
            wordCount: number | null;
            readingMinutes: number | null;
            pageCount: number | null;
            /** @description LIX score: about 20 for a children’s book, 60 for legal texts. */
            readability: number | null;
            accessibility: {
                conformsTo: string[];
                accessModes: string[];
                features: string[];
                hazards: string[];
                summary: string | null;
                /** @description Sets of access modes that suffice to read the book, such as `textual,visual`. Defaults to `[]`. */
                accessModesSufficient: string[];
                /** @description Who checked that the book conforms to `conformsTo`. Defaults to `null`. */
                certifiedBy: string | null;
                /** @description Defaults to `null`. */
                certifierCredential: string | null;
                /** @description URL of the certifier’s report. Defaults to `null`. */
                certifierReport: string | null;
                /** @description Date as the book states it. Defaults to `null`. */
                certifiedAt: string | null;
                /** @description Legal exemptions that the book claims, such as `eaa-microenterprise`. Defaults to `[]`. */
                exemptions: string[];
            } | null;
            cover: {
                /** @description Absolute URL of the image. Requires no key. */
                url: string;
                width: number | null;
                height: number | null;
                /** @description ThumbHash, a blurred preview of about 25 bytes, in base64. */
                thumbhash: string | null;
                /** @description Main color, such as `#2457d6`. */
                color: string | null;
            } | null;
            /** @description Media types available on this server. */
            formats: string[];
            /** @description Whether the text is available to the embedded reader. */
            readable: boolean;
            /** @enum {string} */
            visibility: "public" | "private";
            rights: string | null;
            price: {
                amount: string;
                currency: string;
            } | null;
            /** @description How much of the text everyone may read, or null for all of it. The rest requires a session opened by the account’s own server. */
            access: components["schemas"]["BookAccess"] | null;
            /** @description Template of the purchase URL, with placeholders such as `{isbn}`. */
            buyUrl: string | null;
            /** @description Average of all ratings, rounded to two decimals, or null without reviews. */
            rating: {
                average: number;
                count: number;
            } | null;
            /** @description Higher values are more popular. */
            popularity: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Origin of each value, by field. Included with `include=enrichment`. */
            enrichment?: {
                [key: string]: {
                    /** @enum {string} */
                    source: "manual" | "onix" | "epub" | "catalogue" | "opds" | "openlibrary" | "googlebooks" | "text";
                    /** Format: date-time */
                    fetchedAt: string;
                    confidence: number;
                };
            };
        };
        BookView: {
            /** @description Book identifier. */
            id: string;
            /** @description Identical for all editions of a work. */
            workId?: string;
            title?: string;
            /**
             * @description Base direction of the title, if the book’s file states it.
             * @enum {string}
             */
            titleDirection?: "ltr" | "rtl";
            subtitle?: string | null;
            contributors?: {
                name: string;
                sortName: string | null;
                /** @description MARC relator code, such as `aut`. */
                role: string;
                /**
                 * @description Base direction of the name, if the book’s file states it.
                 * @enum {string}
                 */
                direction?: "ltr" | "rtl";
                birthYear: number | null;
                deathYear: number | null;
            }[];
            /** @description BCP 47 tags, starting with the main language. */
            languages?: string[];
            description?: string | null;
            subjects?: {
                scheme: string | null;
                code: string | null;
                label: string;
            }[];
            identifiers?: {
                scheme: string;
                value: string;
            }[];
            publisher?: string | null;
            /** @description ISO 8601 date with year, month or day precision. */
            publishedAt?: string | null;
            series?: {
                name: string;
                position: string | null;
            } | null;
            /** @enum {string} */
            layout?: "reflowable" | "fixed";
            /** @enum {string} */
            readingProgression?: "ltr" | "rtl";
            wordCount?: number | null;
            readingMinutes?: number | null;
            pageCount?: number | null;
            /** @description LIX score: about 20 for a children’s book, 60 for legal texts. */
            readability?: number | null;
            accessibility?: {
                conformsTo: string[];
                accessModes: string[];
                features: string[];
                hazards: string[];
                summary: string | null;
                /** @description Sets of access modes that suffice to read the book, such as `textual,visual`. Defaults to `[]`. */
                accessModesSufficient: string[];
                /** @description Who checked that the book conforms to `conformsTo`. Defaults to `null`. */
                certifiedBy: string | null;
                /** @description Defaults to `null`. */
                certifierCredential: string | null;
                /** @description URL of the certifier’s report. Defaults to `null`. */
                certifierReport: string | null;
                /** @description Date as the book states it. Defaults to `null`. */
                certifiedAt: string | null;
                /** @description Legal exemptions that the book claims, such as `eaa-microenterprise`. Defaults to `[]`. */
                exemptions: string[];
            } | null;
            cover?: {
                /** @description Absolute URL of the image. Requires no key. */
                url: string;
                width: number | null;
                height: number | null;
                /** @description ThumbHash, a blurred preview of about 25 bytes, in base64. */
                thumbhash: string | null;
                /** @description Main color, such as `#2457d6`. */
                color: string | null;
            } | null;
            /** @description Media types available on this server. */
            formats?: string[];
            /** @description Whether the text is available to the embedded reader. */
            readable?: boolean;
            /** @enum {string} */
            visibility?: "public" | "private";
            rights?: string | null;
            price?: {
                amount: string;
                currency: string;
            } | null;
            /** @description How much of the text everyone may read, or null for all of it. The rest requires a session opened by the account’s own server. */
            access?: components["schemas"]["BookAccess"] | null;
            /** @description Template of the purchase URL, with placeholders such as `{isbn}`. */
            buyUrl?: string | null;
            /** @description Average of all ratings, rounded to two decimals, or null without reviews. */
            rating?: {
                average: number;
                count: number;
            } | null;
            /** @description Higher values are more popular. */
            popularity?: number;
            /** Format: date-time */
            createdAt?: string;
            /** Format: date-time */
            updatedAt?: string;
            /** @description Origin of each value, by field. Included with `include=enrichment`. */
            enrichment?: {
                [key: string]: {
                    /** @enum {string} */
                    source: "manual" | "onix" | "epub" | "catalogue" | "opds" | "openlibrary" | "googlebooks" | "text";
                    /** Format: date-time */
                    fetchedAt: string;
                    confidence: number;
                };
            };
            /** @description With `currency`: the price at today’s rate; null if no rate exists. */
            convertedPrice?: {
                amount: string;
                currency: string;
            } | null;
            /** @description With `highlight=true`. */
            highlight?: {
                /** @description Ranges `[start, end)` in UTF-16 code units, in order. */
                title: [
                    number,
                    number
                ][];
                /** @description Ranges `[start, end)` in UTF-16 code units, in order. */
                subtitle: [
                    number,
                    number
                ][];
                /** @description Matching names, by index in `contributors`. Names without a match are omitted. */
                contributors: {
                    index: number;
                    /** @description Ranges `[start, end)` in UTF-16 code units, in order. */
                    spans: [
                        number,
                        number
                    ][];
                }[];
                /** @description Matching labels, by index in `subjects`. Labels without a match are omitted. */
                subjects: {
                    index: number;
                    /** @description Ranges `[start, end)` in UTF-16 code units, in order. */
                    spans: [
                        number,
                        number
                    ][];
                }[];
            };
            /** @description If editions are grouped: the number of books in the result that this one represents, including itself. List them with `workId`. */
            editions?: number;
            /** @description Included with `explain=true`. */
            explanation?: components["schemas"]["HitExplanation"];
            /** @description Included with `include=warnings`, only for the account’s own books and secret keys. Non-fatal problems in the file. */
            warnings?: {
                /** @description Kind of problem, such as `file_missing`. */
                code: string;
                /** @description One line that names the affected item. */
                message: string;
                /** @description The affected file in the book, if any. */
                path: string | null;
            }[];
        };
        Chapter: {
            /** @description Chapter identifier. Identifiers sort in reading order within a book. */
            id: string;
            /** @description Index in the reading order, as in the reader’s `chapter`. Null for a chapter that is not published. */
            index: number | null;
            /** @description From the table of contents, otherwise the first heading, otherwise empty. */
            title: string;
            words: number;
            /** @description Length of the text in UTF-16 code units. */
            length: number;
            /** @description False for content outside the main flow, such as notes. */
            linear: boolean;
            /** @description Table of contents entries that point into this chapter. */
            headings: {
                title: string;
                /** @description Start of the section, in UTF-16 code units from the start of the text. */
                offset: number;
                /** @description Depth in the table of contents. */
                level: number;
            }[];
            /** @description Included for a chapter written on this server. Null for a document in the book’s file. */
            serial: {
                position: number;
                /** @enum {string} */
                state: "draft" | "scheduled" | "published" | "unpublished";
                publishAt: string | null;
                publishedAt: string | null;
            } | null;
        };
        TextHit: {
            /** @description Chapter identifier. Identifiers sort in reading order within a book. */
            chapterId: string;
            /** @description Index in the reading order. */
            sectionIndex: number;
            /** @description Title of the part that contains the match, from the table of contents. */
            chapterTitle: string;
            /** @description In UTF-16 code units from the start of the section’s text. */
            offset: number;
            /** @description In UTF-16 code units. */
            length: number;
            /** @description Plain text around the match, within its paragraph. */
            snippet: {
                before: string;
                match: string;
                after: string;
            };
        };
        SignedMoney: {
            amount: string;
            currency: string;
        };
        AffiliateReportFigures: {
            /** @description Number of readings opened. */
            impressions: number;
            /** @description Number of readings in which the first page was displayed. */
            opens: number;
            /** @description Number of readings in which the end of the sample was reached. */
            samplesFinished: number;
            /** @description Number of readings in which a buy link was clicked. */
            clicks: number;
            /** @description Number of sales that earn a commission, including refunded sales. */
            conversions: number;
            /** @description Total amount of the sales. */
            sales: components["schemas"]["SignedMoney"][];
            /** @description Total amount refunded for these sales at any time. */
            refunds: components["schemas"]["SignedMoney"][];
            /** @description `sales` minus `refunds`. */
            net: components["schemas"]["SignedMoney"][];
            /** @description Sum of `pending`, `approved` and `paid`. */
            commission: components["schemas"]["SignedMoney"][];
            pending: components["schemas"]["SignedMoney"][];
            /** @description Approved and not yet paid. Negative if paid commissions were refunded. */
            approved: components["schemas"]["SignedMoney"][];
            paid: components["schemas"]["SignedMoney"][];
        };
        AffiliateReportRow: {
            /** @description The day, book, campaign, sub id or chapter. Null for rows without one. */
            key: string | null;
            /** @description Display name, such as a book title. */
            label: string;
            /** @description Number of readings opened. */
            impressions: number;
            /** @description Number of readings in which the first page was displayed. */
            opens: number;
            /** @description Number of readings in which the end of the sample was reached. */
            samplesFinished: number;
            /** @description Number of readings in which a buy link was clicked. */
            clicks: number;
            /** @description Number of sales that earn a commission, including refunded sales. */
            conversions: number;
            /** @description Total amount of the sales. */
            sales: components["schemas"]["SignedMoney"][];
            /** @description Total amount refunded for these sales at any time. */
            refunds: components["schemas"]["SignedMoney"][];
            /** @description `sales` minus `refunds`. */
            net: components["schemas"]["SignedMoney"][];
            /** @description Sum of `pending`, `approved` and `paid`. */
            commission: components["schemas"]["SignedMoney"][];
            pending: components["schemas"]["SignedMoney"][];
            /** @description Approved and not yet paid. Negative if paid commissions were refunded. */
            approved: components["schemas"]["SignedMoney"][];
            paid: components["schemas"]["SignedMoney"][];
        };
        AffiliateReport: {
            /** @enum {string} */
            groupBy: "day" | "book" | "campaign" | "sub" | "chapter";
            currency: string | null;
            from: string | null;
            to: string | null;
            rows: components["schemas"]["AffiliateReportRow"][];
            /** @description Sums of all rows, exact to the minor unit. */
            totals: components["schemas"]["AffiliateReportFigures"];
        };
        Affiliate: {
            /** @description Identifier of an affiliate. */
            id: string;
            code: string;
            name: string;
            /** @description Share of the sales as a decimal number from 0 to 1. For example, `0.08` is 8%. */
            rate: string;
            /** @description Number of days after the click during which a sale is attributed to it. */
            windowDays: number;
            /** @description Number of days after the sale until the commission is approved, to allow for refunds. */
            approvalDays: number;
            /** @description Number of orders for which one click can earn a commission. Each book of an order earns one commission. Orders that were refunded completely do not count. */
            maxConversionsPerClick: number;
            /** @description The partner’s reader ids. Purchases by these readers earn no commission. */
            ownReaderIds: string[];
            /** @description Case-insensitive coupon codes that attribute a sale (its `couponCode`) to the affiliate. Each code belongs to one affiliate of the account. */
            couponCodes: string[];
            /** @description Rates for single books, and for books with a subject (label or code). A book’s own rate takes precedence over its subjects’ rates, of which the first listed one applies. */
            specialRates: ({
                bookId: string;
                rate: string;
            } | {
                subject: string;
                rate: string;
            })[];
            /**
             * @description `paused`: the partner earns no commission, but links and books work as usual.
             * @enum {string}
             */
            state: "active" | "paused";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        SaleConversion: {
            /** @description Identifier of a conversion. */
            id: string;
            /** @description Null if the click is unknown. */
            affiliateId: string | null;
            /** @description The partner’s code. */
            code: string | null;
            campaign: string | null;
            /** @description The sub id set by the partner. */
            sub: string | null;
            /** @description The partner’s commission rate at the time of the sale. */
            rate: string;
            /** @description `rate` times the net sale, rounded half to even. */
            commission: {
                amount: string;
                currency: string;
            };
            /**
             * @description `pending` until `approvesAt`, then `approved`, and `paid` after a payout. `reversed` if all copies were refunded. `refused` if it earns no commission for the given `reason`.
             * @enum {string}
             */
            state: "pending" | "approved" | "paid" | "reversed" | "refused";
            reason: ("outside_window" | "self_referral" | "unknown_click" | "partner_paused" | "click_used") | null;
        };
        AffiliateConversion: {
            /** @description Identifier of a conversion. */
            id: string;
            /** @description Null if the click is unknown. */
            affiliateId: string | null;
            /** @description The partner’s code. */
            code: string | null;
            campaign: string | null;
            /** @description The sub id set by the partner. */
            sub: string | null;
            /** @description The partner’s commission rate at the time of the sale. */
            rate: string;
            /** @description `rate` times the net sale, rounded half to even. */
            commission: {
                amount: string;
                currency: string;
            };
            /**
             * @description `pending` until `approvesAt`, then `approved`, and `paid` after a payout. `reversed` if all copies were refunded. `refused` if it earns no commission for the given `reason`.
             * @enum {string}
             */
            state: "pending" | "approved" | "paid" | "reversed" | "refused";
            reason: ("outside_window" | "self_referral" | "unknown_click" | "partner_paused" | "click_used") | null;
            saleId: string;
            /** @description Book identifier. */
            bookId: string;
            /** @description Null if a coupon code led to the sale. */
            clickId: string | null;
            traceId: string | null;
            chapter: string | null;
            /** @description Unit price times quantity. */
            sold: {
                amount: string;
                currency: string;
            };
            /** @description `sold` minus refunds. */
            net: {
                amount: string;
                currency: string;
            };
            /** @description Additional ledger amount that keeps the partner’s total exact. */
            rounding: components["schemas"]["SignedMoney"];
            /** @description The first payout that includes the conversion. */
            payoutId: string | null;
            /** Format: date-time */
            approvesAt: string;
            /**
             * Format: date-time
             * @description Time of the sale.
             */
            occurredAt: string;
            /** Format: date-time */
            createdAt: string;
        };
        Payout: {
            /** @description Identifier of a payout. */
            id: string;
            /** @description Identifier of an affiliate. */
            affiliateId: string;
            /** @description Approved and unpaid commissions minus later refunds. */
            amount: {
                amount: string;
                currency: string;
            };
            /** @description Number of conversions included. */
            conversions: number;
            /** Format: date-time */
            until: string;
            /** Format: date-time */
            createdAt: string;
        };
        TraceStep: {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            type: "impression" | "opened" | "progressed" | "finished-sample" | "buy-clicked" | "click" | "sale" | "conversion" | "refund" | "commission" | "rounding" | "payout" | "event" | "delivery";
            /** @description The object’s id, or null if it has none. */
            id: string | null;
            detail: {
                [key: string]: unknown;
            };
        };
        Trace: {
            /** @description Null for a sale without a reading. */
            traceId: string | null;
            /** @description Steps in chronological order. */
            steps: components["schemas"]["TraceStep"][];
        };
        Domain: {
            /** @description Lower-case ASCII form. */
            host: string;
            /**
             * @description `verified`: the domain serves this deployment’s pages.
             * @enum {string}
             */
            state: "pending" | "verified";
            /** @description Record required in the domain’s DNS for as long as the domain is used. */
            record: {
                /** @constant */
                type: "TXT";
                name: string;
                value: string;
            };
            verifiedAt: string | null;
            /** @description Time of the last check. */
            checkedAt: string | null;
            /** @description Problem found by the last check, if any. */
            problem: string | null;
            /** @description `record_missing`: there is no TXT record. `record_wrong`: its value differs. `lookup_failed`: the name servers did not respond. Null without a problem, and for a problem that an earlier release found. */
            problemReason: ("record_missing" | "record_wrong" | "lookup_failed") | null;
        };
        Deployment: {
            /** @description Deployment identifier. */
            id: string;
            name: string;
            theme: {
                name: ("light" | "dark" | "sepia" | "contrast" | "system") | null;
                /** @description One value for all themes, or one per theme. */
                tokens: {
                    [key: string]: string | {
                        light: string;
                        dark: string;
                        sepia: string;
                    };
                };
            };
            locale: string | null;
            currency: string | null;
            affiliate: string | null;
            campaign: string | null;
            features: {
                contents: boolean;
                /** @description Defaults to `true`. */
                search: boolean;
                /** @description Defaults to `true`. */
                marks: boolean;
                settings: boolean;
                title: boolean;
                progress: boolean;
                /** @description Defaults to `true`. */
                menu: boolean;
                /** @description Defaults to `true`. */
                fullscreen: boolean;
                buy: boolean;
                /** @description Themes that readers can choose from. */
                themes: ("light" | "dark" | "sepia" | "contrast")[];
                /** @description Whether a reader’s own settings take precedence over these. */
                readerSettings: boolean;
            };
            /**
             * @description `required`: no reader data is stored before the reader consents.
             * @enum {string}
             */
            consent: "none" | "required";
            links: {
                buy: string | null;
                home: string | null;
                privacy: string | null;
                terms: string | null;
            };
            frameAncestors: string[];
            /** @description Public books of the account that the deployment’s domains show. Defaults to `{"show":"all"}`. */
            books: {
                /** @constant */
                show: "all";
            } | {
                /** @constant */
                show: "listed";
                /** @description Shown books. Ids of other accounts’ books have no effect. */
                ids: unknown;
            } | {
                /** @constant */
                show: "subjects";
                /** @description Labels or codes. A book with any of these subjects is shown. Case and accents are ignored. */
                subjects: string[];
            };
            keyId: string | null;
            logo: {
                /** @description Permanent URL. A changed logo has a new URL. */
                url: string;
                /** @description In CSS pixels. */
                width: number;
                height: number;
                alt: string;
            } | null;
            fonts: {
                family: string;
                url: string;
                /** @description As in `@font-face`: `400`, or `100 900` for a variable font. */
                weight: string;
                /** @enum {string} */
                style: "normal" | "italic";
            }[];
            domains: components["schemas"]["Domain"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        AnalyticsOpenFigures: {
            /** @description Readings in which the first page was displayed. */
            opens: number;
            /** @description Opens in which the reader read for ten seconds or more, read a further tenth of the book, reached the end of the sample or clicked the buy button. */
            sessions: number;
            /** @description Readers with consent and a reader id from your server. Each counts once a day and book. */
            readers: number;
        };
        AnalyticsReadingFigures: {
            /** @description As in the report of opens. */
            sessions: number;
            /** @description Time read in these sessions, in seconds. */
            secondsRead: number;
            /** @description `secondsRead` per session, rounded. Null if there are none. */
            averageSeconds: number | null;
            /** @description Sessions that reached the last twentieth of the book. */
            finished: number;
            /** @description `finished` per session, rounded to four decimals. Null if there are none. */
            completion: number | null;
        };
        AnalyticsFunnelFigures: {
            /** @description As in the report of opens. */
            opens: number;
            /** @description Opens in which the reader reached the end of the sample. */
            sampleEnds: number;
            /** @description Opens in which the reader clicked the buy button. */
            buyClicks: number;
            /** @description Opens that led to a sale that you reported with its `clickId` within 30 days. Refunds do not change it. */
            sales: number;
            /** @description `sampleEnds` per open, rounded to four decimals. Null if there are none. */
            sampleEndRate: number | null;
            /** @description `buyClicks` per open, rounded to four decimals. Null if there are none. */
            buyClickRate: number | null;
            /** @description `sales` per open, rounded to four decimals. Null if there are none. */
            saleRate: number | null;
        };
        AnalyticsPositionStop: {
            /** @description Start of this part of the book, from 0 to 1. */
            from: number;
            to: number;
            /** @description Sessions that reached this position or a later one. */
            reached: number;
            /** @description Sessions whose furthest position is in this part. */
            stopped: number;
        };
        AnalyticsSectionStop: {
            /** @description Index in the reading order. */
            section: number;
            /** @description Null if the section has no title or no longer exists. */
            title: string | null;
            /** @description Sessions that reached this position or a later one. */
            reached: number;
            /** @description Sessions whose furthest position is in this part. */
            stopped: number;
        };
        AnalyticsOpensReport: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            /** @enum {string} */
            interval: "hour" | "day" | "month";
            groupBy: ("book" | "deployment" | "affiliate" | "campaign" | "language" | "country" | "device") | null;
            totals: components["schemas"]["AnalyticsOpenFigures"];
            /** @description The days before the period. Null without `compare`. */
            previous: {
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                totals: components["schemas"]["AnalyticsOpenFigures"];
                series: {
                    /** @description The UTC hour, day or month. */
                    start: string;
                    /** @description Readings in which the first page was displayed. */
                    opens: number;
                    /** @description Opens in which the reader read for ten seconds or more, read a further tenth of the book, reached the end of the sample or clicked the buy button. */
                    sessions: number;
                    /** @description Readers with consent and a reader id from your server. Each counts once a day and book. */
                    readers: number;
                }[];
            } | null;
            /** @description All intervals of the period, including empty ones. */
            series: {
                /** @description The UTC hour, day or month. */
                start: string;
                /** @description Readings in which the first page was displayed. */
                opens: number;
                /** @description Opens in which the reader read for ten seconds or more, read a further tenth of the book, reached the end of the sample or clicked the buy button. */
                sessions: number;
                /** @description Readers with consent and a reader id from your server. Each counts once a day and book. */
                readers: number;
            }[];
            /** @description Null without `groupBy`. */
            groups: {
                /** @description Null for readings without a value. */
                key: string | null;
                /** @description Display name, such as a book title. */
                label: string;
                /** @description Readings in which the first page was displayed. */
                opens: number;
                /** @description Opens in which the reader read for ten seconds or more, read a further tenth of the book, reached the end of the sample or clicked the buy button. */
                sessions: number;
                /** @description Readers with consent and a reader id from your server. Each counts once a day and book. */
                readers: number;
                previous: components["schemas"]["AnalyticsOpenFigures"] | null;
            }[] | null;
            /** @description Number of groups beyond `limit`. */
            omittedGroups: number;
        };
        AnalyticsReadingReport: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            /** @enum {string} */
            interval: "hour" | "day" | "month";
            groupBy: ("book" | "deployment" | "affiliate" | "campaign" | "language" | "country" | "device") | null;
            totals: components["schemas"]["AnalyticsReadingFigures"];
            /** @description The days before the period. Null without `compare`. */
            previous: {
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                totals: components["schemas"]["AnalyticsReadingFigures"];
                series: {
                    /** @description The UTC hour, day or month. */
                    start: string;
                    /** @description As in the report of opens. */
                    sessions: number;
                    /** @description Time read in these sessions, in seconds. */
                    secondsRead: number;
                    /** @description `secondsRead` per session, rounded. Null if there are none. */
                    averageSeconds: number | null;
                    /** @description Sessions that reached the last twentieth of the book. */
                    finished: number;
                    /** @description `finished` per session, rounded to four decimals. Null if there are none. */
                    completion: number | null;
                }[];
            } | null;
            /** @description All intervals of the period, including empty ones. */
            series: {
                /** @description The UTC hour, day or month. */
                start: string;
                /** @description As in the report of opens. */
                sessions: number;
                /** @description Time read in these sessions, in seconds. */
                secondsRead: number;
                /** @description `secondsRead` per session, rounded. Null if there are none. */
                averageSeconds: number | null;
                /** @description Sessions that reached the last twentieth of the book. */
                finished: number;
                /** @description `finished` per session, rounded to four decimals. Null if there are none. */
                completion: number | null;
            }[];
            /** @description Null without `groupBy`. */
            groups: {
                /** @description Null for readings without a value. */
                key: string | null;
                /** @description Display name, such as a book title. */
                label: string;
                /** @description As in the report of opens. */
                sessions: number;
                /** @description Time read in these sessions, in seconds. */
                secondsRead: number;
                /** @description `secondsRead` per session, rounded. Null if there are none. */
                averageSeconds: number | null;
                /** @description Sessions that reached the last twentieth of the book. */
                finished: number;
                /** @description `finished` per session, rounded to four decimals. Null if there are none. */
                completion: number | null;
                previous: components["schemas"]["AnalyticsReadingFigures"] | null;
            }[] | null;
            /** @description Number of groups beyond `limit`. */
            omittedGroups: number;
            /** @description Where readers stop, in twenty equal parts. */
            positions: components["schemas"]["AnalyticsPositionStop"][];
            /** @description Where readers stop, by section of the reading order. Null without `book`. */
            sections: components["schemas"]["AnalyticsSectionStop"][] | null;
        };
        AnalyticsFunnelReport: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            /** @enum {string} */
            interval: "hour" | "day" | "month";
            groupBy: ("book" | "deployment" | "affiliate" | "campaign" | "language" | "country" | "device") | null;
            totals: components["schemas"]["AnalyticsFunnelFigures"];
            /** @description The days before the period. Null without `compare`. */
            previous: {
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                totals: components["schemas"]["AnalyticsFunnelFigures"];
                series: {
                    /** @description The UTC hour, day or month. */
                    start: string;
                    /** @description As in the report of opens. */
                    opens: number;
                    /** @description Opens in which the reader reached the end of the sample. */
                    sampleEnds: number;
                    /** @description Opens in which the reader clicked the buy button. */
                    buyClicks: number;
                    /** @description Opens that led to a sale that you reported with its `clickId` within 30 days. Refunds do not change it. */
                    sales: number;
                    /** @description `sampleEnds` per open, rounded to four decimals. Null if there are none. */
                    sampleEndRate: number | null;
                    /** @description `buyClicks` per open, rounded to four decimals. Null if there are none. */
                    buyClickRate: number | null;
                    /** @description `sales` per open, rounded to four decimals. Null if there are none. */
                    saleRate: number | null;
                }[];
            } | null;
            /** @description All intervals of the period, including empty ones. */
            series: {
                /** @description The UTC hour, day or month. */
                start: string;
                /** @description As in the report of opens. */
                opens: number;
                /** @description Opens in which the reader reached the end of the sample. */
                sampleEnds: number;
                /** @description Opens in which the reader clicked the buy button. */
                buyClicks: number;
                /** @description Opens that led to a sale that you reported with its `clickId` within 30 days. Refunds do not change it. */
                sales: number;
                /** @description `sampleEnds` per open, rounded to four decimals. Null if there are none. */
                sampleEndRate: number | null;
                /** @description `buyClicks` per open, rounded to four decimals. Null if there are none. */
                buyClickRate: number | null;
                /** @description `sales` per open, rounded to four decimals. Null if there are none. */
                saleRate: number | null;
            }[];
            /** @description Null without `groupBy`. */
            groups: {
                /** @description Null for readings without a value. */
                key: string | null;
                /** @description Display name, such as a book title. */
                label: string;
                /** @description As in the report of opens. */
                opens: number;
                /** @description Opens in which the reader reached the end of the sample. */
                sampleEnds: number;
                /** @description Opens in which the reader clicked the buy button. */
                buyClicks: number;
                /** @description Opens that led to a sale that you reported with its `clickId` within 30 days. Refunds do not change it. */
                sales: number;
                /** @description `sampleEnds` per open, rounded to four decimals. Null if there are none. */
                sampleEndRate: number | null;
                /** @description `buyClicks` per open, rounded to four decimals. Null if there are none. */
                buyClickRate: number | null;
                /** @description `sales` per open, rounded to four decimals. Null if there are none. */
                saleRate: number | null;
                previous: components["schemas"]["AnalyticsFunnelFigures"] | null;
            }[] | null;
            /** @description Number of groups beyond `limit`. */
            omittedGroups: number;
        };
        WebpubLink: {
            href: string;
            type?: string;
            rel?: string | string[];
            title?: string;
            /** @description Whether `href` is a template (RFC 6570). */
            templated?: boolean;
            width?: number;
            height?: number;
            properties?: {
                [key: string]: unknown;
            };
            children?: components["schemas"]["WebpubLink"][];
        };
        WebpubManifest: {
            "@context": string;
            metadata: {
                "@type": string;
                /** @description A URI, with the ISBN if there is one. */
                identifier: string;
                title: string;
                subtitle?: string;
                author?: {
                    name: string;
                    sortAs?: string;
                    /** @description MARC relator code. */
                    role?: string;
                }[];
                translator?: {
                    name: string;
                    sortAs?: string;
                    /** @description MARC relator code. */
                    role?: string;
                }[];
                editor?: {
                    name: string;
                    sortAs?: string;
                    /** @description MARC relator code. */
                    role?: string;
                }[];
                artist?: {
                    name: string;
                    sortAs?: string;
                    /** @description MARC relator code. */
                    role?: string;
                }[];
                illustrator?: {
                    name: string;
                    sortAs?: string;
                    /** @description MARC relator code. */
                    role?: string;
                }[];
                colorist?: {
                    name: string;
                    sortAs?: string;
                    /** @description MARC relator code. */
                    role?: string;
                }[];
                narrator?: {
                    name: string;
                    sortAs?: string;
                    /** @description MARC relator code. */
                    role?: string;
                }[];
                contributor?: {
                    name: string;
                    sortAs?: string;
                    /** @description MARC relator code. */
                    role?: string;
                }[];
                language?: string[];
                publisher?: string;
                /** @description Publication date. Omitted unless the exact day is known. */
                published?: string;
                modified: string;
                description?: string;
                subject?: {
                    name: string;
                    code?: string;
                    scheme?: string;
                }[];
                belongsTo?: {
                    series: {
                        name: string;
                        position?: number;
                    };
                };
                /** @enum {string} */
                layout: "reflowable" | "fixed";
                /** @enum {string} */
                readingProgression: "ltr" | "rtl";
                numberOfPages?: number;
            };
            links: components["schemas"]["WebpubLink"][];
            readingOrder: components["schemas"]["WebpubLink"][];
            resources: components["schemas"]["WebpubLink"][];
            toc: components["schemas"]["WebpubLink"][];
            landmarks?: components["schemas"]["WebpubLink"][];
            "page-list"?: components["schemas"]["WebpubLink"][];
        };
        OpdsFeed: {
            metadata: {
                title: string;
                numberOfItems: number;
                itemsPerPage: number;
            };
            links: components["schemas"]["WebpubLink"][];
            publications: {
                metadata: {
                    "@type": string;
                    /** @description A URI, with the ISBN if there is one. */
                    identifier: string;
                    title: string;
                    subtitle?: string;
                    author?: {
                        name: string;
                        sortAs?: string;
                        /** @description MARC relator code. */
                        role?: string;
                    }[];
                    translator?: {
                        name: string;
                        sortAs?: string;
                        /** @description MARC relator code. */
                        role?: string;
                    }[];
                    editor?: {
                        name: string;
                        sortAs?: string;
                        /** @description MARC relator code. */
                        role?: string;
                    }[];
                    artist?: {
                        name: string;
                        sortAs?: string;
                        /** @description MARC relator code. */
                        role?: string;
                    }[];
                    illustrator?: {
                        name: string;
                        sortAs?: string;
                        /** @description MARC relator code. */
                        role?: string;
                    }[];
                    colorist?: {
                        name: string;
                        sortAs?: string;
                        /** @description MARC relator code. */
                        role?: string;
                    }[];
                    narrator?: {
                        name: string;
                        sortAs?: string;
                        /** @description MARC relator code. */
                        role?: string;
                    }[];
                    contributor?: {
                        name: string;
                        sortAs?: string;
                        /** @description MARC relator code. */
                        role?: string;
                    }[];
                    language?: string[];
                    publisher?: string;
                    /** @description Publication date. Omitted unless the exact day is known. */
                    published?: string;
                    modified: string;
                    description?: string;
                    subject?: {
                        name: string;
                        code?: string;
                        scheme?: string;
                    }[];
                    belongsTo?: {
                        series: {
                            name: string;
                            position?: number;
                        };
                    };
                    /** @enum {string} */
                    layout: "reflowable" | "fixed";
                    /** @enum {string} */
                    readingProgression: "ltr" | "rtl";
                    numberOfPages?: number;
                };
                links: components["schemas"]["WebpubLink"][];
                images: components["schemas"]["WebpubLink"][];
            }[];
            facets?: {
                metadata: {
                    title: string;
                };
                links: components["schemas"]["WebpubLink"][];
            }[];
        };
        SerialChapter: {
            /** @description Chapter identifier. Identifiers sort in reading order within a book. */
            id: string;
            /** @description Book identifier. */
            bookId: string;
            title: string;
            /** @description Sort position among the chapters. Chapters with the same position are sorted by age. */
            position: number;
            /**
             * @description Chapter state. Readers see only published chapters.
             * @enum {string}
             */
            state: "draft" | "scheduled" | "published" | "unpublished";
            /** @description Scheduled publication time. Null if not scheduled. */
            publishAt: string | null;
            /** @description Time of the last publication. */
            publishedAt: string | null;
            words: number;
            /** @description Length of the text in UTF-16 code units. */
            length: number;
            /** @description Changes whenever the content changes. */
            contentDigest: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ChapterView: {
            /** @description Chapter identifier. Identifiers sort in reading order within a book. */
            id: string;
            /** @description Book identifier. */
            bookId: string;
            title: string;
            /** @description Sort position among the chapters. Chapters with the same position are sorted by age. */
            position: number;
            /**
             * @description Chapter state. Readers see only published chapters.
             * @enum {string}
             */
            state: "draft" | "scheduled" | "published" | "unpublished";
            /** @description Scheduled publication time. Null if not scheduled. */
            publishAt: string | null;
            /** @description Time of the last publication. */
            publishedAt: string | null;
            words: number;
            /** @description Length of the text in UTF-16 code units. */
            length: number;
            /** @description Changes whenever the content changes. */
            contentDigest: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Content as sent. Null for accounts other than the book’s own. */
            content: {
                /**
                 * @description `xhtml`: the body of a document, from which unsupported elements are removed. `text`: plain text with empty lines between paragraphs.
                 * @enum {string}
                 */
                format: "xhtml" | "text";
                source: string;
            } | null;
        };
        Usage: {
            /** @description Requests counted in this UTC day. */
            today: number;
            /** @description Requests counted in this UTC month. */
            thisMonth: number;
            /** @description The tier’s daily quota. */
            dailyLimit: number;
            /** @description The tier’s monthly quota. */
            monthlyLimit: number;
            /** @description `dailyLimit` minus `today`. */
            remainingToday: number;
            /** @description `monthlyLimit` minus `thisMonth`. */
            remainingThisMonth: number;
            /**
             * Format: date-time
             * @description End of the window with fewer requests left, or the later end if both windows have the same number left.
             */
            resetsAt: string;
        };
        KeyRecord: {
            id: string;
            /** @enum {string} */
            tier: "basic" | "pro" | "unlimited" | "developer";
            /**
             * @description Keys of the test environment never read or write live sales, clicks or webhooks.
             * @enum {string}
             */
            environment: "live" | "test";
            permissions: string[];
            usage: components["schemas"]["Usage"];
            /** @description Null if the key does not expire. */
            expiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        ApiKey: {
            id: string;
            /** @description Helps people recognize the key. */
            name: string;
            /** @enum {string} */
            kind: "secret" | "publishable";
            /** @enum {string} */
            tier: "basic" | "pro" | "unlimited" | "developer";
            /** @enum {string} */
            environment: "live" | "test";
            permissions: string[];
            /** @description Origins that may use a publishable key. Empty for a secret key. */
            allowedOrigins: string[];
            /** @description Private books of the account that the key shows. `all` for a secret key. `unlisted` opens every book by its id. */
            privateBooks: "all" | "unlisted" | string[];
            /** @description The key’s last four characters. */
            ending: string;
            /** @enum {string} */
            state: "active" | "expired" | "revoked";
            /** @description Time of the last request, to the minute. Null if the key was never used. */
            lastUsedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Null if the key does not expire. */
            expiresAt: string | null;
            revokedAt: string | null;
        };
        ApiKeyWithText: {
            id: string;
            /** @description Helps people recognize the key. */
            name: string;
            /** @enum {string} */
            kind: "secret" | "publishable";
            /** @enum {string} */
            tier: "basic" | "pro" | "unlimited" | "developer";
            /** @enum {string} */
            environment: "live" | "test";
            permissions: string[];
            /** @description Origins that may use a publishable key. Empty for a secret key. */
            allowedOrigins: string[];
            /** @description Private books of the account that the key shows. `all` for a secret key. `unlisted` opens every book by its id. */
            privateBooks: "all" | "unlisted" | string[];
            /** @description The key’s last four characters. */
            ending: string;
            /** @enum {string} */
            state: "active" | "expired" | "revoked";
            /** @description Time of the last request, to the minute. Null if the key was never used. */
            lastUsedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Null if the key does not expire. */
            expiresAt: string | null;
            revokedAt: string | null;
            /** @description The key itself. Only this response contains it. */
            key: string;
        };
        RotatedApiKey: {
            id: string;
            /** @description Helps people recognize the key. */
            name: string;
            /** @enum {string} */
            kind: "secret" | "publishable";
            /** @enum {string} */
            tier: "basic" | "pro" | "unlimited" | "developer";
            /** @enum {string} */
            environment: "live" | "test";
            permissions: string[];
            /** @description Origins that may use a publishable key. Empty for a secret key. */
            allowedOrigins: string[];
            /** @description Private books of the account that the key shows. `all` for a secret key. `unlisted` opens every book by its id. */
            privateBooks: "all" | "unlisted" | string[];
            /** @description The key’s last four characters. */
            ending: string;
            /** @enum {string} */
            state: "active" | "expired" | "revoked";
            /** @description Time of the last request, to the minute. Null if the key was never used. */
            lastUsedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Null if the key does not expire. */
            expiresAt: string | null;
            revokedAt: string | null;
            /** @description The key itself. Only this response contains it. */
            key: string;
            predecessor: {
                id: string;
                /**
                 * Format: date-time
                 * @description When the old key stops working.
                 */
                expiresAt: string;
            };
        };
        DayUsage: {
            /**
             * Format: date
             * @description UTC day.
             */
            date: string;
            requests: number;
        };
        QuotaWarning: {
            /** @description The newest key of the quota. Rotated keys share one quota. */
            keyId: string;
            /** @enum {string} */
            tier: "basic" | "pro" | "unlimited" | "developer";
            /** @enum {string} */
            window: "day" | "month";
            /** @description Percentage of the limit. Each percentage is sent once per window. */
            threshold: 80 | 100;
            /** @description Requests counted in the window at the time of the event. */
            used: number;
            limit: number;
            /**
             * Format: date-time
             * @description End of the window.
             */
            resetsAt: string;
        };
        LoggedRequest: {
            /** @description The response’s `Request-Id`. */
            requestId: string;
            /**
             * Format: date-time
             * @description When the response ended.
             */
            occurredAt: string;
            method: string;
            /** @description The route’s path, with parameters in braces. Empty for an unknown path. */
            route: string;
            status: number;
            /** @description Error code. Null if the request succeeded. */
            code: string | null;
            durationMs: number;
            keyId: string;
            /** @enum {string} */
            environment: "live" | "test";
        };
        /** @description An event as logged, signed and sent. */
        Event: components["schemas"]["ChapterPublishedEvent"] | components["schemas"]["ChapterUpdatedEvent"] | components["schemas"]["ChapterUnpublishedEvent"] | components["schemas"]["ChapterScheduledEvent"] | components["schemas"]["BookCreatedEvent"] | components["schemas"]["BookUpdatedEvent"] | components["schemas"]["BookDeletedEvent"] | components["schemas"]["SaleCompletedEvent"] | components["schemas"]["SaleRefundedEvent"] | components["schemas"]["ReviewCreatedEvent"] | components["schemas"]["ReviewUpdatedEvent"] | components["schemas"]["ReviewDeletedEvent"] | components["schemas"]["QuotaThresholdReachedEvent"] | components["schemas"]["WebhookDisabledEvent"] | components["schemas"]["PingEvent"];
        Webhook: {
            id: string;
            url: string;
            events: ("*" | ("chapter.published" | "chapter.updated" | "chapter.unpublished" | "chapter.scheduled" | "book.created" | "book.updated" | "book.deleted" | "sale.completed" | "sale.refunded" | "review.created" | "review.updated" | "review.deleted" | "quota.threshold_reached" | "webhook.disabled" | "ping"))[];
            description: string | null;
            filters: {
                bookIds: string[];
            };
            enabled: boolean;
            /** @description `requested`: you disabled it. `gone`: it responded with 410. `failing`: no delivery succeeded for 120 hours. */
            disabled: {
                /** @enum {string} */
                reason: "requested" | "gone" | "failing";
                /** Format: date-time */
                at: string;
            } | null;
            /** @description Time of the first failure since the last success, or null if there was none. */
            failingSince: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        WebhookWithSecret: {
            id: string;
            url: string;
            events: ("*" | ("chapter.published" | "chapter.updated" | "chapter.unpublished" | "chapter.scheduled" | "book.created" | "book.updated" | "book.deleted" | "sale.completed" | "sale.refunded" | "review.created" | "review.updated" | "review.deleted" | "quota.threshold_reached" | "webhook.disabled" | "ping"))[];
            description: string | null;
            filters: {
                bookIds: string[];
            };
            enabled: boolean;
            /** @description `requested`: you disabled it. `gone`: it responded with 410. `failing`: no delivery succeeded for 120 hours. */
            disabled: {
                /** @enum {string} */
                reason: "requested" | "gone" | "failing";
                /** Format: date-time */
                at: string;
            } | null;
            /** @description Time of the first failure since the last success, or null if there was none. */
            failingSince: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description The secret that signs every delivery. Returned only in this response. */
            secret: string;
        };
        Delivery: {
            id: string;
            webhookId: string;
            /** @description The `webhook-id` of every attempt, and the `id` in the body. */
            eventId: string;
            /** @enum {string} */
            type: "chapter.published" | "chapter.updated" | "chapter.unpublished" | "chapter.scheduled" | "book.created" | "book.updated" | "book.deleted" | "sale.completed" | "sale.refunded" | "review.created" | "review.updated" | "review.deleted" | "quota.threshold_reached" | "webhook.disabled" | "ping";
            /**
             * @description `pending`: being sent or waiting for the next attempt. `failed`: no attempts left. `held`: the webhook was disabled.
             * @enum {string}
             */
            state: "pending" | "delivered" | "failed" | "held";
            attemptCount: number;
            nextAttemptAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Time of the delivery or of the last failed attempt. */
            finishedAt: string | null;
        };
        DeliveryAttempt: {
            number: number;
            /** Format: date-time */
            startedAt: string;
            durationMs: number;
            /** @description Status of the response, or null if there was none. */
            status: number | null;
            /** @description Why there was no response, as an identifier. */
            reason: string | null;
            /** @description Why there was no response, as a sentence. */
            detail: string | null;
            /** @description First 8 KiB of the response body. */
            answer: string | null;
            /** @description Headers of the request with its signature, by lower-case name. Null for attempts before this field existed. */
            requestHeaders: {
                [key: string]: string;
            } | null;
        };
        DeliveryWithAttempts: {
            id: string;
            webhookId: string;
            /** @description The `webhook-id` of every attempt, and the `id` in the body. */
            eventId: string;
            /** @enum {string} */
            type: "chapter.published" | "chapter.updated" | "chapter.unpublished" | "chapter.scheduled" | "book.created" | "book.updated" | "book.deleted" | "sale.completed" | "sale.refunded" | "review.created" | "review.updated" | "review.deleted" | "quota.threshold_reached" | "webhook.disabled" | "ping";
            /**
             * @description `pending`: being sent or waiting for the next attempt. `failed`: no attempts left. `held`: the webhook was disabled.
             * @enum {string}
             */
            state: "pending" | "delivered" | "failed" | "held";
            attemptCount: number;
            nextAttemptAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Time of the delivery or of the last failed attempt. */
            finishedAt: string | null;
            /** @description The event that is sent. */
            event: components["schemas"]["Event"];
            /** @description Attempts, oldest first. */
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        LoggedEvent: {
            /** @description Starts at 1 and increases by 1 without gaps. */
            position: number;
            event: components["schemas"]["Event"];
        };
        Review: {
            /** @description Review identifier. */
            id: string;
            /** @description Book identifier. */
            bookId: string;
            /** @description Rating from 1 to 5. */
            rating: number;
            title: string | null;
            body: string | null;
            reviewer: string;
            /**
             * @description Only approved reviews are public and count toward the book’s rating.
             * @enum {string}
             */
            status: "pending" | "approved" | "rejected";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ReviewAccount: {
            /** @description Identifier of an account. */
            accountId: string;
            /** Format: date-time */
            createdAt: string;
        };
        Sale: {
            /** @description Sale identifier. */
            id: string;
            orderId: string;
            /** @description Book identifier. */
            bookId: string;
            quantity: number;
            unitPrice: {
                amount: string;
                currency: string;
            };
            /** @description `unitPrice` times `quantity`, exact. */
            total: {
                amount: string;
                currency: string;
            };
            /** @enum {string} */
            state: "completed" | "partially_refunded" | "refunded";
            refundedQuantity: number;
            /** @description `unitPrice` times `refundedQuantity`, exact. */
            refunded: {
                amount: string;
                currency: string;
            };
            /** @description Refunds, oldest first. */
            refunds: {
                id: string;
                quantity: number;
                amount: {
                    amount: string;
                    currency: string;
                };
                reason: string | null;
                /** Format: date-time */
                createdAt: string;
            }[];
            clickId: string | null;
            /** @description Coupon code that the buyer entered. */
            couponCode: string | null;
            readerId: string | null;
            /** @description Trace of the reading that led to the sale. */
            traceId: string | null;
            /** @description Commission for the affiliate who referred the buyer. Null if no affiliate link led to the sale. */
            conversion: components["schemas"]["SaleConversion"] | null;
            /** @description Exchange rates at the time the sale was recorded, stored with it. */
            exchange: {
                /**
                 * Format: date
                 * @description Date of the exchange rates.
                 */
                date: string;
                /** @description Source of the exchange rates. */
                source: string;
                /** @description Base currency. All rates are for one unit of it. */
                base: string;
                /** @description Units of the sale’s currency per unit of the base. */
                rate: string;
            };
            /** Format: date-time */
            occurredAt: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        SaleWithRates: {
            /** @description Sale identifier. */
            id: string;
            orderId: string;
            /** @description Book identifier. */
            bookId: string;
            quantity: number;
            unitPrice: {
                amount: string;
                currency: string;
            };
            /** @description `unitPrice` times `quantity`, exact. */
            total: {
                amount: string;
                currency: string;
            };
            /** @enum {string} */
            state: "completed" | "partially_refunded" | "refunded";
            refundedQuantity: number;
            /** @description `unitPrice` times `refundedQuantity`, exact. */
            refunded: {
                amount: string;
                currency: string;
            };
            /** @description Refunds, oldest first. */
            refunds: {
                id: string;
                quantity: number;
                amount: {
                    amount: string;
                    currency: string;
                };
                reason: string | null;
                /** Format: date-time */
                createdAt: string;
            }[];
            clickId: string | null;
            /** @description Coupon code that the buyer entered. */
            couponCode: string | null;
            readerId: string | null;
            /** @description Trace of the reading that led to the sale. */
            traceId: string | null;
            /** @description Commission for the affiliate who referred the buyer. Null if no affiliate link led to the sale. */
            conversion: components["schemas"]["SaleConversion"] | null;
            exchange: {
                /**
                 * Format: date
                 * @description Date of the exchange rates.
                 */
                date: string;
                /** @description Source of the exchange rates. */
                source: string;
                /** @description Base currency. All rates are for one unit of it. */
                base: string;
                /** @description Units of the sale’s currency per unit of the base. */
                rate: string;
                /** @description Units of each currency per unit of the base. */
                rates: {
                    [key: string]: string;
                };
            };
            /** Format: date-time */
            occurredAt: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        PreviousChapter: {
            title?: string;
            /** @description Sort position among the chapters. Chapters with the same position are sorted by age. */
            position?: number;
            /**
             * @description Chapter state. Readers see only published chapters.
             * @enum {string}
             */
            state?: "draft" | "scheduled" | "published" | "unpublished";
            /** @description Scheduled publication time. Null if not scheduled. */
            publishAt?: string | null;
            /** @description Time of the last publication. */
            publishedAt?: string | null;
            words?: number;
            /** @description Length of the text in UTF-16 code units. */
            length?: number;
            /** @description Changes whenever the content changes. */
            contentDigest?: string;
            /** Format: date-time */
            createdAt?: string;
        };
        PreviousBook: {
            /** @description Identical for all editions of a work. */
            workId?: string;
            title?: string;
            /**
             * @description Base direction of the title, if the book’s file states it.
             * @enum {string}
             */
            titleDirection?: "ltr" | "rtl";
            subtitle?: string | null;
            contributors?: {
                name: string;
                sortName: string | null;
                /** @description MARC relator code, such as `aut`. */
                role: string;
                /**
                 * @description Base direction of the name, if the book’s file states it.
                 * @enum {string}
                 */
                direction?: "ltr" | "rtl";
                birthYear: number | null;
                deathYear: number | null;
            }[];
            /** @description BCP 47 tags, starting with the main language. */
            languages?: string[];
            description?: string | null;
            subjects?: {
                scheme: string | null;
                code: string | null;
                label: string;
            }[];
            identifiers?: {
                scheme: string;
                value: string;
            }[];
            publisher?: string | null;
            /** @description ISO 8601 date with year, month or day precision. */
            publishedAt?: string | null;
            series?: {
                name: string;
                position: string | null;
            } | null;
            /** @enum {string} */
            layout?: "reflowable" | "fixed";
            /** @enum {string} */
            readingProgression?: "ltr" | "rtl";
            wordCount?: number | null;
            readingMinutes?: number | null;
            pageCount?: number | null;
            /** @description LIX score: about 20 for a children’s book, 60 for legal texts. */
            readability?: number | null;
            accessibility?: {
                conformsTo: string[];
                accessModes: string[];
                features: string[];
                hazards: string[];
                summary: string | null;
                /** @description Sets of access modes that suffice to read the book, such as `textual,visual`. Defaults to `[]`. */
                accessModesSufficient: string[];
                /** @description Who checked that the book conforms to `conformsTo`. Defaults to `null`. */
                certifiedBy: string | null;
                /** @description Defaults to `null`. */
                certifierCredential: string | null;
                /** @description URL of the certifier’s report. Defaults to `null`. */
                certifierReport: string | null;
                /** @description Date as the book states it. Defaults to `null`. */
                certifiedAt: string | null;
                /** @description Legal exemptions that the book claims, such as `eaa-microenterprise`. Defaults to `[]`. */
                exemptions: string[];
            } | null;
            cover?: {
                /** @description Absolute URL of the image. Requires no key. */
                url: string;
                width: number | null;
                height: number | null;
                /** @description ThumbHash, a blurred preview of about 25 bytes, in base64. */
                thumbhash: string | null;
                /** @description Main color, such as `#2457d6`. */
                color: string | null;
            } | null;
            /** @description Media types available on this server. */
            formats?: string[];
            /** @description Whether the text is available to the embedded reader. */
            readable?: boolean;
            /** @enum {string} */
            visibility?: "public" | "private";
            rights?: string | null;
            price?: {
                amount: string;
                currency: string;
            } | null;
            /** @description How much of the text everyone may read, or null for all of it. The rest requires a session opened by the account’s own server. */
            access?: components["schemas"]["BookAccess"] | null;
            /** @description Template of the purchase URL, with placeholders such as `{isbn}`. */
            buyUrl?: string | null;
            /** @description Average of all ratings, rounded to two decimals, or null without reviews. */
            rating?: {
                average: number;
                count: number;
            } | null;
            /** @description Higher values are more popular. */
            popularity?: number;
            /** @description Origin of each value, by field. Included with `include=enrichment`. */
            enrichment?: {
                [key: string]: {
                    /** @enum {string} */
                    source: "manual" | "onix" | "epub" | "catalogue" | "opds" | "openlibrary" | "googlebooks" | "text";
                    /** Format: date-time */
                    fetchedAt: string;
                    confidence: number;
                };
            };
        };
        EventTypeDescription: {
            /** @enum {string} */
            type: "chapter.published" | "chapter.updated" | "chapter.unpublished" | "chapter.scheduled" | "book.created" | "book.updated" | "book.deleted" | "sale.completed" | "sale.refunded" | "review.created" | "review.updated" | "review.deleted" | "quota.threshold_reached" | "webhook.disabled" | "ping";
            description: string;
            /** @description JSON Schema for the body. `data.object` is the resource as returned by the API. */
            schema: {
                [key: string]: unknown;
            };
        };
        Oembed: {
            /** @constant */
            version: "1.0";
            /** @constant */
            type: "rich";
            title: string;
            author_name?: string;
            provider_name: string;
            provider_url: string;
            /** @description In seconds. */
            cache_age: number;
            thumbnail_url?: string;
            thumbnail_width?: number;
            thumbnail_height?: number;
            /** @description Markup that shows the book. */
            html: string;
            width: number;
            height: number;
        };
        Problem: {
            /** @description URL of a description of the code; `about:blank` for status 500. */
            type: string;
            title: string;
            status: number;
            /** @description Explanation of the error in this request. */
            detail?: string;
            /**
             * @description Identifies the error. Use it to distinguish errors in code.
             * @enum {string}
             */
            code: "invalid_request" | "invalid_cursor" | "unknown_currency" | "key_missing" | "key_invalid" | "key_expired" | "key_revoked" | "session_invalid" | "session_expired" | "session_ended" | "book_private" | "account_suspended" | "not_signed_in" | "sign_in_failed" | "sign_in_expired" | "code_incorrect" | "permission_denied" | "origin_not_allowed" | "secret_key_in_browser" | "not_licensed" | "access_expired" | "not_yours" | "role_denied" | "second_factor_required" | "confirmation_required" | "not_found" | "book_not_found" | "book_not_readable" | "key_not_found" | "account_not_found" | "rates_not_found" | "webhook_not_found" | "delivery_not_found" | "chapter_not_found" | "review_not_found" | "sale_not_found" | "session_not_found" | "affiliate_not_found" | "trace_not_found" | "deployment_not_found" | "domain_not_found" | "link_not_found" | "events_not_kept" | "method_not_allowed" | "request_timeout" | "conflict" | "nothing_to_pay" | "idempotency_key_in_use" | "precondition_failed" | "body_too_large" | "unsupported_media_type" | "epub_invalid" | "epub_encrypted" | "epub_unsafe" | "idempotency_key_reused" | "webhook_target_refused" | "refund_too_large" | "contrast_too_low" | "burst" | "quota_daily" | "quota_monthly" | "too_many_requests" | "headers_too_large" | "format_not_supported" | "overloaded" | "too_many_streams" | "internal_error";
            /** @description Why a book or a chapter was rejected, as a stable identifier such as `zip_ratio`. `docs/reference/import-errors.md` lists all identifiers. New ones may be added. */
            reason?: string;
            /**
             * @description Present if the request’s key belongs to the test environment.
             * @constant
             */
            environment?: "test";
            /** @description The response’s `Request-Id`. Include it in support requests. */
            requestId: string;
            errors?: {
                /** @description Invalid query or path parameter. */
                parameter?: string;
                /** @description JSON Pointer (RFC 6901) to the invalid value in the body. */
                pointer?: string;
                detail: string;
                /**
                 * @description Identifies the violated rule. New ones may be added.
                 * @enum {string}
                 */
                reason?: "required" | "too_short" | "too_long" | "too_many" | "out_of_range" | "not_a_number" | "not_allowed" | "email" | "url" | "https" | "placeholder" | "date" | "format" | "invisible" | "language_tag" | "isbn" | "currency" | "origin" | "host" | "taken" | "easy_to_guess" | "wrong_password" | "in_past" | "not_found" | "unreachable" | "file" | "member";
                /** @description Parameters of the rule, such as `max` of `too_long`. */
                values?: {
                    [key: string]: number;
                };
            }[];
        };
        RateList: {
            /** @description ISO 4217 code. */
            base: string;
            /**
             * Format: date
             * @description The date of the rates.
             */
            date: string;
            /**
             * Format: date-time
             * @description Start of that date in UTC.
             */
            asOf: string;
            /** @description Seconds since `asOf`. */
            ageSeconds: number;
            /** @description Whether the rates are at least 48 hours old. */
            stale: boolean;
            /** @description `currency-api` (a daily open data set), `ecb`, or `bundled` (shipped with the server). */
            source: string;
            /** @description Units of each currency per unit of the base currency. */
            rates: {
                [key: string]: string;
            };
            /** @description Currencies whose newest rate was implausible. Their last plausible rate is returned. */
            held?: string[];
            /** @description `amount` in each currency. */
            converted?: {
                [key: string]: {
                    amount: string;
                    currency: string;
                };
            };
        };
        Conversion: {
            from: {
                amount: string;
                currency: string;
            };
            to: {
                amount: string;
                currency: string;
            };
            /** @description Decimal number with up to 15 significant digits. */
            rate: string;
            /**
             * @description How the amount is rounded to its currency’s minor units. `up` rounds away from zero, and `none` keeps 20 significant digits.
             * @enum {string}
             */
            rounding: "half-up" | "half-even" | "up" | "down" | "none";
            /**
             * Format: date
             * @description The date of the rates.
             */
            date: string;
            /**
             * Format: date-time
             * @description Start of that date in UTC.
             */
            asOf: string;
            /** @description Seconds since `asOf`. */
            ageSeconds: number;
            /** @description Whether the rates are at least 48 hours old. */
            stale: boolean;
            /** @description `currency-api` (a daily open data set), `ecb`, or `bundled` (shipped with the server). */
            source: string;
        };
        RateHistory: {
            /** @description ISO 4217 code. */
            base: string;
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            /** @description One entry per day with a table, oldest first. */
            points: {
                /** Format: date */
                date: string;
                /** @description `currency-api` (a daily open data set), `ecb`, or `bundled` (shipped with the server). */
                source: string;
                /** @description Units of each currency per unit of the base currency. */
                rates: {
                    [key: string]: string;
                };
            }[];
        };
        Currency: {
            /** @description ISO 4217 code. */
            code: string;
            /** @description English name. */
            name: string;
            /** @description Local symbol, or the code if there is none. */
            symbol: string;
            /** @description Digits after the decimal point. Null if ISO 4217 defines none (precious metals). */
            minorUnits: number | null;
        };
        EmbedWarning: {
            /** @enum {string} */
            parameter: "chapter" | "locale";
            /** @description The value that was sent. */
            value: string;
            /** @description The value that is used instead. */
            detail: string;
        };
        /** @description JsonML: a string, or an array of the tag, the attributes and the children, which are trees. */
        SectionTree: SectionTree;
        OpenedSession: {
            /** @description Reading session identifier. */
            id: string;
            /** @description Use it in the reader’s `token` attribute, or as a `Bearer` token for `/v1/reader/embed`. */
            token: string;
            /**
             * Format: date-time
             * @description A page must open the book before this time. After that, the reader refreshes the token.
             */
            expiresAt: string;
        };
        Overlay: {
            /** @description The publisher’s class for the element being narrated. */
            activeClass: string | null;
            /** @description The publisher’s class for the section during playback. */
            playbackClass: string | null;
            clips: {
                /** @description The narrated element’s id. Empty for the whole section. */
                id: string;
                start: number;
                end: number;
                /** @description `resource:` URL of the recording. */
                src: string;
                beginSeconds: number;
                /** @description Null for the end of the recording. */
                endSeconds: number | null;
                /** @description EPUB structural semantics, such as `footnote`. */
                types: string[];
                /** @description Index of the first clip after the table, list or note that contains this clip. */
                escape: number | null;
            }[];
        };
        Section: {
            index: number;
            href: string;
            title: string;
            language: string;
            /** @enum {string} */
            direction: "ltr" | "rtl";
            /** @enum {string} */
            writingMode: "horizontal-tb" | "vertical-rl" | "vertical-lr";
            /** @enum {string} */
            layout: "reflowable" | "fixed";
            viewport: {
                width: number;
                height: number;
            } | null;
            tree: components["schemas"]["SectionTree"];
            styles: string[];
            css: string;
            length: number;
            words: number;
            ids: {
                [key: string]: number;
            };
            /** @description Text offset at which `tree` ends. Present only if the embed request’s `part` truncated the section. All other fields describe the complete section, which has its own URL. */
            partEnd?: number;
            /** @description Recorded narration, if the book has any. */
            overlay?: components["schemas"]["Overlay"];
            /** @description Present only for published chapters, whose `index` is 0 outside an embed. */
            chapter?: {
                /** @description Chapter identifier. Identifiers sort in reading order within a book. */
                id: string;
                /** @description Increases with every change to the chapter. */
                revision: number;
                /** @description Chapters are sorted by position, then by id. */
                position: number;
            };
        };
        ReaderEvent: {
            /** @description Value for `Last-Event-ID`. */
            id: string;
            /**
             * @description The `event` field in the stream.
             * @enum {string}
             */
            type: "chapter.published" | "chapter.updated" | "chapter.unpublished";
            data: {
                href: string;
                title: string;
                length: number;
                words: number;
                positions: number;
                linear: boolean;
                /** @description Whether the section has recorded narration. Missing for books imported by early releases. */
                isNarrated?: boolean;
                /** @enum {string} */
                layout: "reflowable" | "fixed";
                /**
                 * @description Layout mode that the publisher specifies. For fixed-layout pages, present only if they scroll without gaps.
                 * @enum {string}
                 */
                flow?: "paginated" | "scrolled-continuous" | "scrolled-doc";
                spread: ("left" | "right" | "center") | null;
                /** @description Whether a fixed-layout page is part of a spread even in portrait orientation. */
                spreadsUpright?: boolean;
                chapter: {
                    /** @description Chapter identifier. Identifiers sort in reading order within a book. */
                    id: string;
                    /** @description Increases with every change to the chapter. */
                    revision: number;
                    /** @description Chapters are sorted by position, then by id. */
                    position: number;
                };
            };
        };
        SearchHit: {
            /** @description Index in the reading order. */
            section: number;
            /** @description Id of the published chapter. Null for a section of the book’s file. */
            chapter: string | null;
            /** @description Offset in the section’s text, in UTF-16 code units. */
            start: number;
            end: number;
            /** @description Text before the match, from the same paragraph. */
            before: string;
            /** @description The matching text as spelled in the book. */
            match: string;
            after: string;
        };
        TocEntry: {
            title: string;
            section: number | null;
            offset: number;
            children: components["schemas"]["TocEntry"][];
        };
        EmbedAccess: {
            /** @enum {string} */
            mode: "full" | "sample";
            /** @description Where a sample ends. A section that ends there is at `sections/{section}?end={offset}`. */
            until: {
                section: number;
                offset: number;
            } | null;
            /** @description Reading order indexes of the sections in a sample. Null if all sections may be read. */
            sections: number[] | null;
            /** @description When access ends with `access_expired`. Null if it does not end. */
            expiresAt: string | null;
        };
        Purchase: {
            price: {
                amount: string;
                currency: string;
            } | null;
            /** @description The price in the requested `currency` at the latest rates, rounded to its minor units. Null if no other currency was requested or a rate is missing. */
            converted: {
                amount: string;
                currency: string;
            } | null;
            /** @description Age of the rates. */
            rateAgeSeconds: number | null;
            /** @description Whether the rates are older than two days. */
            stale: boolean;
            /** @description URL of the buy button, signed to attribute the sale. */
            buyUrl: string | null;
        };
        EmbedDeployment: {
            /** @description Deployment identifier. */
            id: string;
            name: string;
            logo: {
                /** @description Permanent URL. A changed logo has a new URL. */
                url: string;
                /** @description In CSS pixels. */
                width: number;
                height: number;
                alt: string;
            } | null;
            fonts: {
                family: string;
                url: string;
                /** @description As in `@font-face`: `400`, or `100 900` for a variable font. */
                weight: string;
                /** @enum {string} */
                style: "normal" | "italic";
            }[];
            features: {
                contents: boolean;
                /** @description Defaults to `true`. */
                search: boolean;
                /** @description Defaults to `true`. */
                marks: boolean;
                settings: boolean;
                title: boolean;
                progress: boolean;
                /** @description Defaults to `true`. */
                menu: boolean;
                /** @description Defaults to `true`. */
                fullscreen: boolean;
                buy: boolean;
                /** @description Themes that readers can choose from. */
                themes: ("light" | "dark" | "sepia" | "contrast")[];
                /** @description Whether a reader’s own settings take precedence over these. */
                readerSettings: boolean;
            };
            links: {
                home: string | null;
                privacy: string | null;
                terms: string | null;
            };
            /**
             * @description `required`: nothing about this visit is stored until the reader consents.
             * @enum {string}
             */
            consent: "none" | "required" | "granted";
        };
        EmbedAffiliate: {
            id: string;
            code: string;
            campaign: string | null;
            sub: string | null;
            /** @description Identifies a click on the buy link of this visit, for the sale report. */
            clickId: string;
            /** @description Number of days after the click during which a sale is attributed to it. */
            windowDays: number;
        };
        Embed: {
            session: {
                token: string;
                /** Format: date-time */
                expiresAt: string;
                /** @description Absolute base URL of the book’s content. */
                content: string;
                /** @description Signed query string for images and fonts. */
                resourceQuery: string;
            };
            book: components["schemas"]["Book"];
            readingOrder: {
                href: string;
                title: string;
                length: number;
                words: number;
                positions: number;
                linear: boolean;
                /** @description Whether the section has recorded narration. Missing for books imported by early releases. */
                isNarrated?: boolean;
                /** @enum {string} */
                layout: "reflowable" | "fixed";
                /**
                 * @description Layout mode that the publisher specifies. For fixed-layout pages, present only if they scroll without gaps.
                 * @enum {string}
                 */
                flow?: "paginated" | "scrolled-continuous" | "scrolled-doc";
                spread: ("left" | "right" | "center") | null;
                /** @description Whether a fixed-layout page is part of a spread even in portrait orientation. */
                spreadsUpright?: boolean;
                /** @description Present for a published chapter, whose text is at `{content}/chapters/{id}/{revision}`. Null for a section of the book’s file, whose text is at `{content}/sections/{index}`. */
                chapter: {
                    /** @description Chapter identifier. Identifiers sort in reading order within a book. */
                    id: string;
                    /** @description Increases with every change to the chapter. */
                    revision: number;
                    /** @description Chapters are sorted by position, then by id. */
                    position: number;
                } | null;
            }[];
            toc: components["schemas"]["TocEntry"][];
            pageList: {
                title: string;
                section: number;
                offset: number;
            }[];
            landmarks: {
                type: string;
                title: string;
                section: number;
                offset: number;
            }[];
            positions: number;
            /** @description The section to open. */
            first: components["schemas"]["Section"];
            /** @description The style sheets of `first`, by id. */
            styleSheets: {
                [key: string]: string;
            };
            fonts: {
                family: string;
                /** @description `resource:` URL of the font file. */
                src: string;
                weight: string;
                style: string;
                stretch: string;
                unicodeRange: string;
            }[];
            /**
             * @description Present if the publisher specifies continuous scrolling.
             * @constant
             */
            mode?: "scroll";
            /** @description Identifies this visit and every later step, up to a sale. */
            traceId: string;
            theme: {
                /** @description From the request, otherwise from the deployment. */
                name: ("light" | "dark" | "sepia" | "contrast" | "system") | null;
                /** @description Custom properties (`--svc-…`) to set, with one value for all themes or one for each. */
                tokens: {
                    [key: string]: string | {
                        light: string;
                        dark: string;
                        sepia: string;
                    };
                };
            };
            /** @description Interface language from the request, otherwise from the deployment. */
            locale: string | null;
            deployment: components["schemas"]["EmbedDeployment"] | null;
            /**
             * @description Present if a key of the test environment opened the book. The reader shows a badge.
             * @constant
             */
            environment?: "test";
            /** @description Stream of chapter changes. Null if the book cannot have chapters. */
            changes: {
                /** @description URL of the server-sent events. Requires the session’s token. */
                url: string;
                /** @description Send it as `Last-Event-ID` to receive every change. */
                lastEventId: string;
            } | null;
            access: components["schemas"]["EmbedAccess"];
            /** @description Null for a book that is not sold. */
            purchase: components["schemas"]["Purchase"] | null;
            /** @description The affiliate who referred the reader. Null if the request names no affiliate or one that is unknown or paused. The book still opens. */
            affiliate: components["schemas"]["EmbedAffiliate"] | null;
        };
        FileList: {
            /** @description Sections in reading order, then style sheets, then resources. */
            files: {
                /** @description Relative to `session.content`. Paths under `resources/` require `session.resourceQuery`, all others the token. */
                path: string;
                /** @description Approximate transfer size. */
                bytes: number;
            }[];
            /** @description Approximate transfer size of all files. */
            bytes: number;
        };
        PortalLink: {
            /** @description Open it in the customer’s browser. Works once. */
            url: string;
            /**
             * Format: date-time
             * @description Until then, the link can be opened.
             */
            expiresAt: string;
        };
        /** @description A chapter was published. */
        ChapterPublishedEvent: {
            /** @description The same in all deliveries and logs. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "chapter.published";
            /**
             * Format: date-time
             * @description Time of the event.
             */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Environment of the account. Absent in live events that earlier releases recorded.
             * @enum {string}
             */
            environment?: "live" | "test";
            /** @description Increases with every event about the same resource. Deliveries can arrive out of order. */
            sequence: number;
            data: {
                object: components["schemas"]["SerialChapter"];
                /** @description Changed members with their previous values. */
                previous: components["schemas"]["PreviousChapter"];
            };
        };
        /** @description A published chapter was changed. */
        ChapterUpdatedEvent: {
            /** @description The same in all deliveries and logs. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "chapter.updated";
            /**
             * Format: date-time
             * @description Time of the event.
             */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Environment of the account. Absent in live events that earlier releases recorded.
             * @enum {string}
             */
            environment?: "live" | "test";
            /** @description Increases with every event about the same resource. Deliveries can arrive out of order. */
            sequence: number;
            data: {
                object: components["schemas"]["SerialChapter"];
                /** @description Changed members with their previous values. */
                previous: components["schemas"]["PreviousChapter"];
            };
        };
        /** @description A chapter was unpublished. */
        ChapterUnpublishedEvent: {
            /** @description The same in all deliveries and logs. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "chapter.unpublished";
            /**
             * Format: date-time
             * @description Time of the event.
             */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Environment of the account. Absent in live events that earlier releases recorded.
             * @enum {string}
             */
            environment?: "live" | "test";
            /** @description Increases with every event about the same resource. Deliveries can arrive out of order. */
            sequence: number;
            data: {
                object: components["schemas"]["SerialChapter"];
                /** @description Changed members with their previous values. */
                previous: components["schemas"]["PreviousChapter"];
            };
        };
        /** @description A chapter was scheduled for publication. */
        ChapterScheduledEvent: {
            /** @description The same in all deliveries and logs. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "chapter.scheduled";
            /**
             * Format: date-time
             * @description Time of the event.
             */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Environment of the account. Absent in live events that earlier releases recorded.
             * @enum {string}
             */
            environment?: "live" | "test";
            /** @description Increases with every event about the same resource. Deliveries can arrive out of order. */
            sequence: number;
            data: {
                object: components["schemas"]["SerialChapter"];
                /** @description Changed members with their previous values. */
                previous: components["schemas"]["PreviousChapter"];
            };
        };
        /** @description A book was added. */
        BookCreatedEvent: {
            /** @description The same in all deliveries and logs. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "book.created";
            /**
             * Format: date-time
             * @description Time of the event.
             */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Environment of the account. Absent in live events that earlier releases recorded.
             * @enum {string}
             */
            environment?: "live" | "test";
            /** @description Increases with every event about the same resource. Deliveries can arrive out of order. */
            sequence: number;
            data: {
                object: components["schemas"]["Book"];
            };
        };
        /** @description A book was changed. */
        BookUpdatedEvent: {
            /** @description The same in all deliveries and logs. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "book.updated";
            /**
             * Format: date-time
             * @description Time of the event.
             */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Environment of the account. Absent in live events that earlier releases recorded.
             * @enum {string}
             */
            environment?: "live" | "test";
            /** @description Increases with every event about the same resource. Deliveries can arrive out of order. */
            sequence: number;
            data: {
                object: components["schemas"]["Book"];
                /** @description Changed members with their previous values. */
                previous: components["schemas"]["PreviousBook"];
            };
        };
        /** @description A book was deleted. */
        BookDeletedEvent: {
            /** @description The same in all deliveries and logs. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "book.deleted";
            /**
             * Format: date-time
             * @description Time of the event.
             */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Environment of the account. Absent in live events that earlier releases recorded.
             * @enum {string}
             */
            environment?: "live" | "test";
            /** @description Increases with every event about the same resource. Deliveries can arrive out of order. */
            sequence: number;
            data: {
                object: components["schemas"]["Book"];
            };
        };
        /** @description A sale was recorded. */
        SaleCompletedEvent: {
            /** @description The same in all deliveries and logs. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "sale.completed";
            /**
             * Format: date-time
             * @description Time of the event.
             */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Environment of the account. Absent in live events that earlier releases recorded.
             * @enum {string}
             */
            environment?: "live" | "test";
            /** @description Increases with every event about the same resource. Deliveries can arrive out of order. */
            sequence: number;
            data: {
                object: components["schemas"]["Sale"];
            };
        };
        /** @description A sale was refunded, in full or in part. */
        SaleRefundedEvent: {
            /** @description The same in all deliveries and logs. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "sale.refunded";
            /**
             * Format: date-time
             * @description Time of the event.
             */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Environment of the account. Absent in live events that earlier releases recorded.
             * @enum {string}
             */
            environment?: "live" | "test";
            /** @description Increases with every event about the same resource. Deliveries can arrive out of order. */
            sequence: number;
            data: {
                object: components["schemas"]["Sale"];
                /** @description Changed members with their previous values. */
                previous: {
                    refundedQuantity: number;
                };
            };
        };
        /** @description A review was added to a book. */
        ReviewCreatedEvent: {
            /** @description The same in all deliveries and logs. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "review.created";
            /**
             * Format: date-time
             * @description Time of the event.
             */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Environment of the account. Absent in live events that earlier releases recorded.
             * @enum {string}
             */
            environment?: "live" | "test";
            /** @description Increases with every event about the same resource. Deliveries can arrive out of order. */
            sequence: number;
            data: {
                object: components["schemas"]["Review"];
            };
        };
        /** @description A review was changed, approved or rejected. */
        ReviewUpdatedEvent: {
            /** @description The same in all deliveries and logs. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "review.updated";
            /**
             * Format: date-time
             * @description Time of the event.
             */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Environment of the account. Absent in live events that earlier releases recorded.
             * @enum {string}
             */
            environment?: "live" | "test";
            /** @description Increases with every event about the same resource. Deliveries can arrive out of order. */
            sequence: number;
            data: {
                object: components["schemas"]["Review"];
                /** @description Changed members with their previous values. */
                previous: {
                    /** @description Rating from 1 to 5. */
                    rating?: number;
                    title?: string | null;
                    body?: string | null;
                    /**
                     * @description Only approved reviews are public and count toward the book’s rating.
                     * @enum {string}
                     */
                    status?: "pending" | "approved" | "rejected";
                };
            };
        };
        /** @description A review was deleted. */
        ReviewDeletedEvent: {
            /** @description The same in all deliveries and logs. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "review.deleted";
            /**
             * Format: date-time
             * @description Time of the event.
             */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Environment of the account. Absent in live events that earlier releases recorded.
             * @enum {string}
             */
            environment?: "live" | "test";
            /** @description Increases with every event about the same resource. Deliveries can arrive out of order. */
            sequence: number;
            data: {
                object: components["schemas"]["Review"];
            };
        };
        /** @description A key has used 80 or 100 percent of a quota. */
        QuotaThresholdReachedEvent: {
            /** @description The same in all deliveries and logs. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "quota.threshold_reached";
            /**
             * Format: date-time
             * @description Time of the event.
             */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Environment of the account. Absent in live events that earlier releases recorded.
             * @enum {string}
             */
            environment?: "live" | "test";
            /** @description Increases with every event about the same resource. Deliveries can arrive out of order. */
            sequence: number;
            data: {
                object: components["schemas"]["QuotaWarning"];
            };
        };
        /** @description A webhook was disabled because it responded with 410 or failed for 120 hours. */
        WebhookDisabledEvent: {
            /** @description The same in all deliveries and logs. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook.disabled";
            /**
             * Format: date-time
             * @description Time of the event.
             */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Environment of the account. Absent in live events that earlier releases recorded.
             * @enum {string}
             */
            environment?: "live" | "test";
            /** @description Increases with every event about the same resource. Deliveries can arrive out of order. */
            sequence: number;
            data: {
                object: components["schemas"]["Webhook"];
                /** @description Changed members with their previous values. */
                previous: {
                    enabled: boolean;
                };
            };
        };
        /** @description A test event that you requested. Only the tested webhook receives it. */
        PingEvent: {
            /** @description The same in all deliveries and logs. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "ping";
            /**
             * Format: date-time
             * @description Time of the event.
             */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Environment of the account. Absent in live events that earlier releases recorded.
             * @enum {string}
             */
            environment?: "live" | "test";
            /** @description Increases with every event about the same resource. Deliveries can arrive out of order. */
            sequence: number;
            data: {
                object: {
                    webhookId: string;
                    /** @description Your note on the webhook. */
                    description: string | null;
                };
            };
        };
    };
    responses: {
        /** @description Not modified: the `ETag` in `If-None-Match` is current. */
        NotModifiedPublic: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description A parameter or the body is invalid. */
        BadRequestPublic: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 400;
                    /** @enum {string} */
                    code: "invalid_request";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description Internal error. Try again later. */
        InternalServerErrorPublic: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 500;
                    /** @enum {string} */
                    code: "internal_error";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description The server is overloaded. The request is not counted. Retry after the number of seconds in `Retry-After`. */
        ServiceUnavailablePublic: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 503;
                    /** @enum {string} */
                    code: "overloaded";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description Not modified: the `ETag` in `If-None-Match` is current. */
        NotModified: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description A parameter or the body is invalid. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 400;
                    /** @enum {string} */
                    code: "invalid_request";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description The API key or session token is missing or invalid. */
        UnauthorizedAccountSuspendedPublic: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 401;
                    /** @enum {string} */
                    code: "key_missing" | "key_invalid" | "key_expired" | "key_revoked" | "account_suspended";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description The API key or session lacks the permission or cannot be used from this origin. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 403;
                    /** @enum {string} */
                    code: "origin_not_allowed" | "secret_key_in_browser";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description Internal error. Try again later. */
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 500;
                    /** @enum {string} */
                    code: "internal_error";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description The server is overloaded. The request is not counted. Retry after the number of seconds in `Retry-After`. */
        ServiceUnavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 503;
                    /** @enum {string} */
                    code: "overloaded";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description The quota or the rate limit is exceeded. */
        TooManyRequests: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 429;
                    /** @enum {string} */
                    code: "burst" | "too_many_requests" | "quota_daily" | "quota_monthly";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description The API key or session lacks the permission or cannot be used from this origin. */
        Forbidden2: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 403;
                    /** @enum {string} */
                    code: "origin_not_allowed" | "secret_key_in_browser" | "permission_denied";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description Not found. */
        NotFoundKey: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 404;
                    /** @enum {string} */
                    code: "key_not_found";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description A parameter or the body is invalid. */
        BadRequestInvalidCursor: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 400;
                    /** @enum {string} */
                    code: "invalid_request" | "invalid_cursor";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description A parameter or the body is invalid. */
        BadRequestIdempotent: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 400;
                    /** @enum {string} */
                    code: "invalid_request";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description The API key or session token is missing or invalid. */
        UnauthorizedAccountSuspendedPublicIdempotent: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 401;
                    /** @enum {string} */
                    code: "key_missing" | "key_invalid" | "key_expired" | "key_revoked" | "account_suspended";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description The API key or session lacks the permission or cannot be used from this origin. */
        ForbiddenIdempotent: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 403;
                    /** @enum {string} */
                    code: "origin_not_allowed" | "secret_key_in_browser" | "permission_denied";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description Not found. */
        NotFoundBookIdempotent: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 404;
                    /** @enum {string} */
                    code: "book_not_found";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description Conflicts with the current state. */
        ConflictIdempotencyKeyInUseIdempotent: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 409;
                    /** @enum {string} */
                    code: "idempotency_key_in_use" | "conflict";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description The body is too large. */
        PayloadTooLargeIdempotent: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 413;
                    /** @enum {string} */
                    code: "body_too_large";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description The body’s media type is not supported. */
        UnsupportedMediaTypeIdempotent: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 415;
                    /** @enum {string} */
                    code: "unsupported_media_type";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description The request is well-formed, but cannot be processed. */
        UnprocessableEntityIdempotencyKeyReusedIdempotent: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 422;
                    /** @enum {string} */
                    code: "idempotency_key_reused";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description Conflicts with the current state. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 409;
                    /** @enum {string} */
                    code: "conflict";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description The body is too large. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 413;
                    /** @enum {string} */
                    code: "body_too_large";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description The body’s media type is not supported. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 415;
                    /** @enum {string} */
                    code: "unsupported_media_type";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description A parameter or the body is invalid. */
        BadRequestUnknownCurrency: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 400;
                    /** @enum {string} */
                    code: "invalid_request" | "unknown_currency";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description Not found. */
        NotFoundRates: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 404;
                    /** @enum {string} */
                    code: "rates_not_found";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description Conflicts with the current state. */
        ConflictIdempotencyKeyInUseIdempotent2: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 409;
                    /** @enum {string} */
                    code: "idempotency_key_in_use";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description Not found. */
        NotFoundBook: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 404;
                    /** @enum {string} */
                    code: "book_not_found";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description The API key or session lacks the permission or cannot be used from this origin. */
        ForbiddenNotYours: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 403;
                    /** @enum {string} */
                    code: "origin_not_allowed" | "secret_key_in_browser" | "permission_denied" | "not_yours";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description Changed since it was read. */
        PreconditionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 412;
                    /** @enum {string} */
                    code: "precondition_failed";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description Not found. */
        NotFoundBookBookNotReadable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 404;
                    /** @enum {string} */
                    code: "book_not_found" | "book_not_readable";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description Not found. */
        NotFoundDeployment: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 404;
                    /** @enum {string} */
                    code: "deployment_not_found";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description Not found. */
        NotFoundAffiliate: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 404;
                    /** @enum {string} */
                    code: "affiliate_not_found";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description The API key or session token is missing or invalid. */
        UnauthorizedSessionInvalidSessionExpiredSessionEndedPublic: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 401;
                    /** @enum {string} */
                    code: "session_invalid" | "session_expired" | "key_revoked" | "session_ended";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description The API key or session lacks the permission or cannot be used from this origin. */
        ForbiddenAccessExpiredPublic: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 403;
                    /** @enum {string} */
                    code: "origin_not_allowed" | "access_expired";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description The body is too large. */
        PayloadTooLargePublic: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 413;
                    /** @enum {string} */
                    code: "body_too_large";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description The body’s media type is not supported. */
        UnsupportedMediaTypePublic: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 415;
                    /** @enum {string} */
                    code: "unsupported_media_type";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description Redirect. */
        SeeOtherPublic: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Not found. */
        NotFoundPublic: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 404;
                    /** @enum {string} */
                    code: "not_found";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description Not found. */
        NotFoundBookPublic: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 404;
                    /** @enum {string} */
                    code: "book_not_found" | "not_found";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description The API key or session lacks the permission or cannot be used from this origin. */
        ForbiddenNotYoursIdempotent: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 403;
                    /** @enum {string} */
                    code: "origin_not_allowed" | "secret_key_in_browser" | "permission_denied" | "not_yours";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description The API key or session lacks the permission or cannot be used from this origin. */
        ForbiddenAccessExpiredNotLicensedPublic: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 403;
                    /** @enum {string} */
                    code: "origin_not_allowed" | "access_expired" | "not_licensed";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description Not found. */
        NotFoundChapter: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 404;
                    /** @enum {string} */
                    code: "chapter_not_found";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description Not found. */
        NotFoundChapterIdempotent: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 404;
                    /** @enum {string} */
                    code: "chapter_not_found";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description Not found. */
        NotFoundReview: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 404;
                    /** @enum {string} */
                    code: "review_not_found";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description Not found. */
        NotFoundAccount: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 404;
                    /** @enum {string} */
                    code: "account_not_found";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description Not found. */
        NotFoundWebhook: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 404;
                    /** @enum {string} */
                    code: "webhook_not_found";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description Not found. */
        NotFoundWebhookIdempotent: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {number} */
                    status: 404;
                    /** @enum {string} */
                    code: "webhook_not_found";
                } & {
                    [key: string]: unknown;
                });
            };
        };
    };
    parameters: {
        /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
        IfNoneMatch: string;
        /** @description The resource’s `ETag` from when you read it, in any view. The response is 412 if it has changed since. */
        IfMatch: string;
        /** @description A unique string that you choose for each operation, such as a UUID. Repeating the request with the same key within 24 hours returns the first response without executing it again. A repeat that arrives while the first request is running waits for up to five seconds, then fails with 409. Responses with status 5xx are not stored, so you can retry those. A replayed problem has the `requestId` of the first response. */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getOpenapiDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openapi: string;
                        info: {
                            title: string;
                            version: string;
                        } & {
                            [key: string]: unknown;
                        };
                        paths: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            304: components["responses"]["NotModifiedPublic"];
            400: components["responses"]["BadRequestPublic"];
            500: components["responses"]["InternalServerErrorPublic"];
            503: components["responses"]["ServiceUnavailablePublic"];
        };
    };
    getCurrentKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["KeyRecord"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden"];
            /** @description The quota or the rate limit is exceeded. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 429;
                        /** @enum {string} */
                        code: "burst" | "too_many_requests";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCurrentKeyUsage: {
        parameters: {
            query?: {
                /** @description First UTC day, at most 13 months ago. Defaults to 29 days before `to`. */
                from?: string;
                /** @description Last UTC day. Defaults to today. */
                to?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DayUsage"][];
                        meta: {
                            /** Format: date */
                            from: string;
                            /** Format: date */
                            to: string;
                            /** @description Requests of all days. */
                            total: number;
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getKeyUsage: {
        parameters: {
            query?: {
                /** @description First UTC day, at most 13 months ago. Defaults to 29 days before `to`. */
                from?: string;
                /** @description Last UTC day. Defaults to today. */
                to?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of one of your account’s keys. */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DayUsage"][];
                        meta: {
                            /** Format: date */
                            from: string;
                            /** Format: date */
                            to: string;
                            /** @description Requests of all days. */
                            total: number;
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundKey"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getUsage: {
        parameters: {
            query?: {
                /** @description First UTC day, at most 13 months ago. Defaults to 29 days before `to`. */
                from?: string;
                /** @description Last UTC day. Defaults to today. */
                to?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DayUsage"][];
                        meta: {
                            /** Format: date */
                            from: string;
                            /** Format: date */
                            to: string;
                            /** @description Requests of all days. */
                            total: number;
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description Only keys of this kind. */
                kind?: "secret" | "publishable";
                /** @description Only keys of this environment. */
                environment?: "live" | "test";
                /** @description Only keys in this state. */
                state?: "active" | "expired" | "revoked";
                /** @description Keys per page. Defaults to 20. */
                limit?: number;
                /** @description The previous page’s `meta.nextCursor`. Valid only with the same parameters. */
                cursor?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKey"][];
                        meta: {
                            total: number;
                            limit: number;
                            /** @description Null on the last page. */
                            nextCursor: string | null;
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequestInvalidCursor"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique string that you choose for each operation, such as a UUID. Repeating the request with the same key within 24 hours returns the first response without executing it again. A repeat that arrives while the first request is running waits for up to five seconds, then fails with 409. Responses with status 5xx are not stored, so you can retry those. A replayed problem has the `requestId` of the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKeyWithText"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestIdempotent"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublicIdempotent"];
            403: components["responses"]["ForbiddenIdempotent"];
            404: components["responses"]["NotFoundBookIdempotent"];
            409: components["responses"]["ConflictIdempotencyKeyInUseIdempotent"];
            413: components["responses"]["PayloadTooLargeIdempotent"];
            415: components["responses"]["UnsupportedMediaTypeIdempotent"];
            422: components["responses"]["UnprocessableEntityIdempotencyKeyReusedIdempotent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of one of your account’s keys. */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKey"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundKey"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of one of your account’s keys. */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundKey"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of one of your account’s keys. */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKey"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 404;
                        /** @enum {string} */
                        code: "key_not_found" | "book_not_found";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique string that you choose for each operation, such as a UUID. Repeating the request with the same key within 24 hours returns the first response without executing it again. A repeat that arrives while the first request is running waits for up to five seconds, then fails with 409. Responses with status 5xx are not stored, so you can retry those. A replayed problem has the `requestId` of the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of one of your account’s keys. */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyRotation"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RotatedApiKey"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestIdempotent"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublicIdempotent"];
            403: components["responses"]["ForbiddenIdempotent"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 404;
                        /** @enum {string} */
                        code: "key_not_found";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            409: components["responses"]["ConflictIdempotencyKeyInUseIdempotent"];
            413: components["responses"]["PayloadTooLargeIdempotent"];
            415: components["responses"]["UnsupportedMediaTypeIdempotent"];
            422: components["responses"]["UnprocessableEntityIdempotencyKeyReusedIdempotent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description Only responses with these status codes. */
                status?: "2xx" | "3xx" | "4xx" | "5xx";
                /** @description Only requests to this route. */
                route?: string;
                /** @description Only requests with this key. */
                keyId?: string;
                /** @description Only responses with this error code. */
                code?: string;
                /** @description Only the request with this id. */
                requestId?: string;
                /** @description Earliest time. */
                from?: string;
                /** @description Latest time. */
                to?: string;
                /** @description Requests per page. Defaults to 20. */
                limit?: number;
                /** @description The previous page’s `meta.nextCursor`. Valid only with the same parameters. */
                cursor?: string;
                /** @description A `meta.latestCursor`. Returns only requests logged since then, oldest first. Valid only with the same filters. */
                after?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LoggedRequest"][];
                        meta: {
                            limit: number;
                            /** @description `cursor` for the next page. Null on the last page. */
                            nextCursor: string | null;
                            /** @description `after` for the next poll. Null in responses to requests with a `cursor`. */
                            latestCursor: string | null;
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequestInvalidCursor"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getRates: {
        parameters: {
            query?: {
                /** @description ISO 4217 code of the base currency. Rates are for one unit of it. */
                base?: string;
                /** @description ISO 4217 codes, comma-separated. Defaults to every currency. */
                symbols?: string;
                /** @description An amount in `base` to convert to every symbol. */
                amount?: string;
                /** @description Uses the last table on or before this day (UTC), which must not be in the future. Defaults to the newest table. */
                date?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RateList"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequestUnknownCurrency"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundRates"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getRatesCsv: {
        parameters: {
            query?: {
                /** @description ISO 4217 code of the base currency. Rates are for one unit of it. */
                base?: string;
                /** @description ISO 4217 codes, comma-separated. Defaults to every currency. */
                symbols?: string;
                /** @description An amount in `base` to convert to every symbol. */
                amount?: string;
                /** @description Uses the last table on or before this day (UTC), which must not be in the future. Defaults to the newest table. */
                date?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequestUnknownCurrency"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundRates"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    convertAmount: {
        parameters: {
            query: {
                /** @description ISO 4217 code of the amount. */
                from: string;
                /** @description ISO 4217 code of the target currency. */
                to: string;
                /** @description Non-negative decimal number, such as `9.99`. */
                amount: string;
                /** @description Uses the last table on or before this day (UTC), which must not be in the future. Defaults to the newest table. */
                date?: string;
                /** @description How the amount is rounded to its currency’s minor units. `up` rounds away from zero, and `none` keeps 20 significant digits. */
                rounding?: "half-up" | "half-even" | "up" | "down" | "none";
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Conversion"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequestUnknownCurrency"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundRates"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getRateHistory: {
        parameters: {
            query?: {
                /** @description ISO 4217 code of the base currency. Rates are for one unit of it. */
                base?: string;
                /** @description ISO 4217 codes, comma-separated. Defaults to every currency. */
                symbols?: string;
                /** @description First day. Defaults to 30 days before `to`. */
                from?: string;
                /** @description Last day (UTC), at most 365 days after `from` and not in the future. Defaults to today. */
                to?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RateHistory"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequestUnknownCurrency"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getRateHistoryCsv: {
        parameters: {
            query?: {
                /** @description ISO 4217 code of the base currency. Rates are for one unit of it. */
                base?: string;
                /** @description ISO 4217 codes, comma-separated. Defaults to every currency. */
                symbols?: string;
                /** @description First day. Defaults to 30 days before `to`. */
                from?: string;
                /** @description Last day (UTC), at most 365 days after `from` and not in the future. Defaults to today. */
                to?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequestUnknownCurrency"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCurrencies: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Currency"][];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getBlankCover: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
            304: components["responses"]["NotModifiedPublic"];
            400: components["responses"]["BadRequestPublic"];
            500: components["responses"]["InternalServerErrorPublic"];
            503: components["responses"]["ServiceUnavailablePublic"];
        };
    };
    listBooks: {
        parameters: {
            query?: {
                /** @description Search query as typed: words of the title, names, subjects, series or publisher, in any order and language, or an ISBN. Function words are optional, the last word may be a prefix, and words may contain typos. If no book contains every word, books with most of them match. */
                q?: string;
                /** @description BCP 47 tags, comma-separated. Returns books in any of these languages. `en` includes `en-US`. */
                language?: string;
                /** @description A full name as listed in facets, or words from contributors’ names. */
                author?: string;
                /** @description Words from the title. */
                title?: string;
                /** @description A subject as listed in facets, or words from the subjects. */
                subject?: string;
                /** @description A publisher as listed in facets, or words from the name. */
                publisher?: string;
                /** @description ISBN-10 or ISBN-13, with or without hyphens. */
                isbn?: string;
                /** @description At most 100 book identifiers, comma-separated. Unknown identifiers are ignored. */
                ids?: string;
                /** @description Year, month or day (ISO 8601). Returns books published at its start or later. */
                publishedFrom?: string;
                /** @description Year, month or day (ISO 8601). Returns books published before its end. */
                publishedTo?: string;
                /** @description Time, or date in UTC (ISO 8601). Returns books changed at that time or later. */
                updatedSince?: string;
                /** @description Whether the text is available to the embedded reader. */
                readable?: "true" | "false";
                /** @description Sort order. Defaults to `relevance` with `q`, and to `-popularity` without it. `relevance` requires `q`. */
                sort?: "relevance" | "-popularity" | "title" | "-publishedAt" | "-updatedAt";
                /** @description Kinds of values to count in the whole result, comma-separated. Returned in `meta.facets`. */
                facets?: string;
                /** @description If `true`, each book includes the offsets of the words from `q` in its fields. */
                highlight?: "true" | "false";
                /** @description Returns the editions of one work. */
                workId?: string;
                /** @description `work`: editions of one work are one result, the best match with the number of `editions`; `none`: every book is a result. The default is `work` if sorted by relevance and no `workId` or `ids` is given, otherwise `none`. `total` and facets count results. */
                collapse?: "work" | "none";
                /** @description If `true`, each book includes an explanation of its rank. Requires `q` and a secret key. */
                explain?: "true" | "false";
                /** @description Books per page. Defaults to 20. */
                limit?: number;
                /** @description The previous page’s `meta.nextCursor`. Valid only with the same parameters. */
                cursor?: string;
                /** @description Members to include, comma-separated. `id` is always included. */
                fields?: string;
                /** @description `enrichment` adds the origin, time and confidence of each value. `warnings` adds problems in the files of your own books (secret keys only). */
                include?: "enrichment" | "warnings";
                /** @description ISO 4217 code. Adds each book’s price in this currency as `convertedPrice`. */
                currency?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BookView"][];
                        meta: {
                            total: number;
                            limit: number;
                            /** @description Null on the last page. */
                            nextCursor: string | null;
                            /** @description Number of books with each value in the whole result. Included with `facets`. */
                            facets?: {
                                [key: string]: {
                                    value: string;
                                    count: number;
                                }[];
                            };
                            /** @description Suggested query if no book matches `q` as typed. */
                            suggestion?: string;
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            /** @description A parameter or the body is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 400;
                        /** @enum {string} */
                        code: "invalid_request" | "invalid_cursor" | "unknown_currency";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createBook: {
        parameters: {
            query?: {
                /** @description Visibility of a new book created from a file. Defaults to `private`: visible only to your own account’s keys. A public book can be found by every key on this server, and its free text can be read by everyone. */
                visibility?: "public" | "private";
            };
            header?: {
                /** @description A unique string that you choose for each operation, such as a UUID. Repeating the request with the same key within 24 hours returns the first response without executing it again. A repeat that arrives while the first request is running waits for up to five seconds, then fails with 409. Responses with status 5xx are not stored, so you can retry those. A replayed problem has the `requestId` of the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/epub+zip": string;
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                };
                "application/json": components["schemas"]["NewBook"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Book"];
                        meta: {
                            /** @description Non-fatal problems in the file. At most 20 of each kind are listed individually. */
                            warnings: {
                                /** @description Kind of problem, such as `file_missing`. */
                                code: string;
                                /** @description One line that names the affected item. */
                                message: string;
                                /** @description The affected file in the book, if any. */
                                path: string | null;
                            }[];
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Book"];
                        meta: {
                            /** @description Non-fatal problems in the file. At most 20 of each kind are listed individually. */
                            warnings: {
                                /** @description Kind of problem, such as `file_missing`. */
                                code: string;
                                /** @description One line that names the affected item. */
                                message: string;
                                /** @description The affected file in the book, if any. */
                                path: string | null;
                            }[];
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestIdempotent"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublicIdempotent"];
            403: components["responses"]["ForbiddenIdempotent"];
            409: components["responses"]["ConflictIdempotencyKeyInUseIdempotent2"];
            413: components["responses"]["PayloadTooLargeIdempotent"];
            415: components["responses"]["UnsupportedMediaTypeIdempotent"];
            /** @description The request is well-formed, but cannot be processed. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 422;
                        /** @enum {string} */
                        code: "idempotency_key_reused" | "epub_invalid" | "epub_encrypted" | "epub_unsafe";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getBookFeed: {
        parameters: {
            query?: {
                /** @description Search query as typed: words of the title, names, subjects, series or publisher, in any order and language, or an ISBN. Function words are optional, the last word may be a prefix, and words may contain typos. If no book contains every word, books with most of them match. */
                q?: string;
                /** @description BCP 47 tags, comma-separated. Returns books in any of these languages. `en` includes `en-US`. */
                language?: string;
                /** @description A full name as listed in facets, or words from contributors’ names. */
                author?: string;
                /** @description Words from the title. */
                title?: string;
                /** @description A subject as listed in facets, or words from the subjects. */
                subject?: string;
                /** @description A publisher as listed in facets, or words from the name. */
                publisher?: string;
                /** @description ISBN-10 or ISBN-13, with or without hyphens. */
                isbn?: string;
                /** @description At most 100 book identifiers, comma-separated. Unknown identifiers are ignored. */
                ids?: string;
                /** @description Year, month or day (ISO 8601). Returns books published at its start or later. */
                publishedFrom?: string;
                /** @description Year, month or day (ISO 8601). Returns books published before its end. */
                publishedTo?: string;
                /** @description Time, or date in UTC (ISO 8601). Returns books changed at that time or later. */
                updatedSince?: string;
                /** @description Whether the text is available to the embedded reader. */
                readable?: "true" | "false";
                /** @description Sort order. Defaults to `relevance` with `q`, and to `-popularity` without it. `relevance` requires `q`. */
                sort?: "relevance" | "-popularity" | "title" | "-publishedAt" | "-updatedAt";
                /** @description Kinds of values to count in the whole result, comma-separated. Returned in `meta.facets`. */
                facets?: string;
                /** @description Returns the editions of one work. */
                workId?: string;
                /** @description `work`: editions of one work are one result, the best match with the number of `editions`; `none`: every book is a result. The default is `work` if sorted by relevance and no `workId` or `ids` is given, otherwise `none`. `total` and facets count results. */
                collapse?: "work" | "none";
                /** @description Books per page. Defaults to 20. */
                limit?: number;
                /** @description The previous page’s `meta.nextCursor`. Valid only with the same parameters. */
                cursor?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/opds+json": components["schemas"]["OpdsFeed"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequestInvalidCursor"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    suggestBooks: {
        parameters: {
            query: {
                /** @description The query as typed so far. */
                q: string;
                /** @description BCP 47 tags, comma-separated. Returns books in any of these languages. `en` includes `en-US`. */
                language?: string;
                /** @description Completions. Defaults to 10. */
                limit?: number;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            text: string;
                            /** @enum {string} */
                            kind: "title" | "author";
                            /** @description For a title, the first book with that title. */
                            bookId: string | null;
                            /** @description Ranges `[start, end)` in UTF-16 code units, in order. */
                            spans: [
                                number,
                                number
                            ][];
                        }[];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLanguages: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description BCP 47 tag, as accepted by the `language` parameter. */
                            language: string;
                            /** @description The language’s name for itself. */
                            name: string;
                            englishName: string;
                            /** @description Number of books in this language. */
                            count: number;
                        }[];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getBook: {
        parameters: {
            query?: {
                /** @description Members to include, comma-separated. `id` is always included. */
                fields?: string;
                /** @description `enrichment` adds the origin, time and confidence of each value. `warnings` adds problems in the files of your own books (secret keys only). */
                include?: "enrichment" | "warnings";
                /** @description ISO 4217 code. Adds each book’s price in this currency as `convertedPrice`. */
                currency?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Book identifier. */
                bookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BookView"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequestUnknownCurrency"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundBook"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteBook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The resource’s `ETag` from when you read it, in any view. The response is 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Book identifier. */
                bookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["ForbiddenNotYours"];
            404: components["responses"]["NotFoundBook"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateBook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The resource’s `ETag` from when you read it, in any view. The response is 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Book identifier. */
                bookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["BookPatch"];
                "application/json": components["schemas"]["BookPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Book"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["ForbiddenNotYours"];
            404: components["responses"]["NotFoundBook"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getBookManifest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Book identifier. */
                bookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/webpub+json": components["schemas"]["WebpubManifest"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundBookBookNotReadable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    searchBookText: {
        parameters: {
            query: {
                /** @description Text to search for, as typed. */
                q: string;
                /** @description Matches per page. Defaults to 20. */
                limit?: number;
                /** @description The previous page’s `meta.nextCursor`. Valid only with the same parameters. */
                cursor?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Book identifier. */
                bookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TextHit"][];
                        meta: {
                            total: number;
                            limit: number;
                            /** @description Null on the last page. */
                            nextCursor: string | null;
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequestInvalidCursor"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundBookBookNotReadable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateCover: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Book identifier. */
                bookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/jpeg": string;
                "image/png": string;
                "image/webp": string;
                "image/avif": string;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Book"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["ForbiddenNotYours"];
            404: components["responses"]["NotFoundBook"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteCover: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Book identifier. */
                bookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Book"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["ForbiddenNotYours"];
            404: components["responses"]["NotFoundBook"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDeployments: {
        parameters: {
            query?: {
                /** @description Deployments per page. Defaults to 20. */
                limit?: number;
                /** @description The previous page’s `meta.nextCursor`. Valid only with the same parameters. */
                cursor?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deployment"][];
                        meta: {
                            total: number;
                            limit: number;
                            /** @description Null on the last page. */
                            nextCursor: string | null;
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequestInvalidCursor"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createDeployment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique string that you choose for each operation, such as a UUID. Repeating the request with the same key within 24 hours returns the first response without executing it again. A repeat that arrives while the first request is running waits for up to five seconds, then fails with 409. Responses with status 5xx are not stored, so you can retry those. A replayed problem has the `requestId` of the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDeployment"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deployment"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestIdempotent"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublicIdempotent"];
            403: components["responses"]["ForbiddenIdempotent"];
            409: components["responses"]["ConflictIdempotencyKeyInUseIdempotent"];
            413: components["responses"]["PayloadTooLargeIdempotent"];
            415: components["responses"]["UnsupportedMediaTypeIdempotent"];
            /** @description The request is well-formed, but cannot be processed. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 422;
                        /** @enum {string} */
                        code: "idempotency_key_reused" | "contrast_too_low";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getDeployment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Deployment identifier. */
                deploymentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deployment"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundDeployment"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteDeployment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The resource’s `ETag` from when you read it, in any view. The response is 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Deployment identifier. */
                deploymentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundDeployment"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateDeployment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The resource’s `ETag` from when you read it, in any view. The response is 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Deployment identifier. */
                deploymentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["DeploymentPatch"];
                "application/json": components["schemas"]["DeploymentPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deployment"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundDeployment"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The request is well-formed, but cannot be processed. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 422;
                        /** @enum {string} */
                        code: "contrast_too_low";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique string that you choose for each operation, such as a UUID. Repeating the request with the same key within 24 hours returns the first response without executing it again. A repeat that arrives while the first request is running waits for up to five seconds, then fails with 409. Responses with status 5xx are not stored, so you can retry those. A replayed problem has the `requestId` of the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Deployment identifier. */
                deploymentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDomain"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Domain"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Domain"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestIdempotent"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublicIdempotent"];
            403: components["responses"]["ForbiddenIdempotent"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 404;
                        /** @enum {string} */
                        code: "deployment_not_found";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            409: components["responses"]["ConflictIdempotencyKeyInUseIdempotent"];
            413: components["responses"]["PayloadTooLargeIdempotent"];
            415: components["responses"]["UnsupportedMediaTypeIdempotent"];
            422: components["responses"]["UnprocessableEntityIdempotencyKeyReusedIdempotent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Deployment identifier. */
                deploymentId: string;
                /** @description One of the deployment’s domains. */
                host: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 404;
                        /** @enum {string} */
                        code: "deployment_not_found" | "domain_not_found";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    verifyDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique string that you choose for each operation, such as a UUID. Repeating the request with the same key within 24 hours returns the first response without executing it again. A repeat that arrives while the first request is running waits for up to five seconds, then fails with 409. Responses with status 5xx are not stored, so you can retry those. A replayed problem has the `requestId` of the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Deployment identifier. */
                deploymentId: string;
                /** @description One of the deployment’s domains. */
                host: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Domain"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestIdempotent"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublicIdempotent"];
            403: components["responses"]["ForbiddenIdempotent"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 404;
                        /** @enum {string} */
                        code: "deployment_not_found" | "domain_not_found";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            409: components["responses"]["ConflictIdempotencyKeyInUseIdempotent"];
            413: components["responses"]["PayloadTooLargeIdempotent"];
            415: components["responses"]["UnsupportedMediaTypeIdempotent"];
            422: components["responses"]["UnprocessableEntityIdempotencyKeyReusedIdempotent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getDeploymentFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Deployment identifier. */
                deploymentId: string;
                /** @description File name from the deployment’s URLs. */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                    "font/woff2": string;
                };
            };
            304: components["responses"]["NotModifiedPublic"];
            400: components["responses"]["BadRequestPublic"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 404;
                        /** @enum {string} */
                        code: "not_found" | "deployment_not_found";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            500: components["responses"]["InternalServerErrorPublic"];
            503: components["responses"]["ServiceUnavailablePublic"];
        };
    };
    listAffiliates: {
        parameters: {
            query?: {
                /** @description Returns only the affiliate with this code. */
                code?: string;
                /** @description Returns only affiliates in this state. */
                state?: "active" | "paused";
                /** @description Affiliates per page. Defaults to 20. */
                limit?: number;
                /** @description The previous page’s `meta.nextCursor`. Valid only with the same parameters. */
                cursor?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Affiliate"][];
                        meta: {
                            total: number;
                            limit: number;
                            /** @description Null on the last page. */
                            nextCursor: string | null;
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequestInvalidCursor"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createAffiliate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique string that you choose for each operation, such as a UUID. Repeating the request with the same key within 24 hours returns the first response without executing it again. A repeat that arrives while the first request is running waits for up to five seconds, then fails with 409. Responses with status 5xx are not stored, so you can retry those. A replayed problem has the `requestId` of the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAffiliate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Affiliate"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestIdempotent"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublicIdempotent"];
            403: components["responses"]["ForbiddenIdempotent"];
            409: components["responses"]["ConflictIdempotencyKeyInUseIdempotent"];
            413: components["responses"]["PayloadTooLargeIdempotent"];
            415: components["responses"]["UnsupportedMediaTypeIdempotent"];
            422: components["responses"]["UnprocessableEntityIdempotencyKeyReusedIdempotent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAffiliate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier of an affiliate. */
                affiliateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Affiliate"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundAffiliate"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateAffiliate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The resource’s `ETag` from when you read it, in any view. The response is 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier of an affiliate. */
                affiliateId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AffiliatePatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Affiliate"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundAffiliate"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAffiliateReport: {
        parameters: {
            query?: {
                /** @description How the rows are grouped. */
                groupBy?: "day" | "book" | "campaign" | "sub" | "chapter";
                /** @description Converts all amounts to this currency, each sale at the exchange rates stored with it. By default, each currency is reported separately. */
                currency?: string;
                /** @description First day (UTC). */
                from?: string;
                /** @description Last day (UTC). */
                to?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier of an affiliate. */
                affiliateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AffiliateReport"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequestUnknownCurrency"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundAffiliate"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAffiliateReportCsv: {
        parameters: {
            query?: {
                /** @description How the rows are grouped. */
                groupBy?: "day" | "book" | "campaign" | "sub" | "chapter";
                /** @description Converts all amounts to this currency, each sale at the exchange rates stored with it. By default, each currency is reported separately. */
                currency?: string;
                /** @description First day (UTC). */
                from?: string;
                /** @description Last day (UTC). */
                to?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier of an affiliate. */
                affiliateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequestUnknownCurrency"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundAffiliate"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listConversions: {
        parameters: {
            query?: {
                /** @description Returns only conversions in this state. */
                state?: "pending" | "approved" | "paid" | "reversed" | "refused";
                /** @description First day (UTC). */
                from?: string;
                /** @description Last day (UTC). */
                to?: string;
                /** @description Conversions per page. Defaults to 20. */
                limit?: number;
                /** @description The previous page’s `meta.nextCursor`. Valid only with the same parameters. */
                cursor?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier of an affiliate. */
                affiliateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AffiliateConversion"][];
                        meta: {
                            total: number;
                            limit: number;
                            /** @description Null on the last page. */
                            nextCursor: string | null;
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequestInvalidCursor"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundAffiliate"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPayouts: {
        parameters: {
            query?: {
                /** @description Payouts per page. Defaults to 20. */
                limit?: number;
                /** @description The previous page’s `meta.nextCursor`. Valid only with the same parameters. */
                cursor?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier of an affiliate. */
                affiliateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Payout"][];
                        meta: {
                            total: number;
                            limit: number;
                            /** @description Null on the last page. */
                            nextCursor: string | null;
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequestInvalidCursor"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundAffiliate"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    recordPayout: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique string that you choose for each operation, such as a UUID. Repeating the request with the same key within 24 hours returns the first response without executing it again. A repeat that arrives while the first request is running waits for up to five seconds, then fails with 409. Responses with status 5xx are not stored, so you can retry those. A replayed problem has the `requestId` of the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of an affiliate. */
                affiliateId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutOrder"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Payout"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestIdempotent"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublicIdempotent"];
            403: components["responses"]["ForbiddenIdempotent"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 404;
                        /** @enum {string} */
                        code: "affiliate_not_found";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            /** @description Conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 409;
                        /** @enum {string} */
                        code: "idempotency_key_in_use" | "nothing_to_pay";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            413: components["responses"]["PayloadTooLargeIdempotent"];
            415: components["responses"]["UnsupportedMediaTypeIdempotent"];
            422: components["responses"]["UnprocessableEntityIdempotencyKeyReusedIdempotent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTrace: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the trace, or of a sale or click in it. */
                traceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Trace"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 404;
                        /** @enum {string} */
                        code: "trace_not_found";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    recordReaderEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReaderEvents"];
                "text/plain": components["schemas"]["ReaderEvents"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Number of new steps. */
                            stored: number;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestPublic"];
            401: components["responses"]["UnauthorizedSessionInvalidSessionExpiredSessionEndedPublic"];
            403: components["responses"]["ForbiddenAccessExpiredPublic"];
            413: components["responses"]["PayloadTooLargePublic"];
            415: components["responses"]["UnsupportedMediaTypePublic"];
            500: components["responses"]["InternalServerErrorPublic"];
            503: components["responses"]["ServiceUnavailablePublic"];
        };
    };
    followBuyLink: {
        parameters: {
            query?: {
                /** @description Position in the book, which the reader’s button adds. */
                chapter?: string;
            };
            header?: never;
            path: {
                /** @description The signed link, as in `purchase.buyUrl`. */
                ticket: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            303: components["responses"]["SeeOtherPublic"];
            400: components["responses"]["BadRequestPublic"];
            404: components["responses"]["NotFoundPublic"];
            500: components["responses"]["InternalServerErrorPublic"];
            503: components["responses"]["ServiceUnavailablePublic"];
        };
    };
    followPromotionLink: {
        parameters: {
            query: {
                /** @description The book’s id, or `isbn:` and its ISBN. */
                book: string;
                /** @description The affiliate’s own campaign. */
                campaign?: string;
                /** @description The affiliate’s own sub id. */
                sub?: string;
            };
            header?: never;
            path: {
                /** @description Code or id of the affiliate. If the affiliate is unknown, the link still leads to the shop. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            303: components["responses"]["SeeOtherPublic"];
            400: components["responses"]["BadRequestPublic"];
            404: components["responses"]["NotFoundBookPublic"];
            500: components["responses"]["InternalServerErrorPublic"];
            503: components["responses"]["ServiceUnavailablePublic"];
        };
    };
    getAnalyticsOpens: {
        parameters: {
            query?: {
                /** @description First day (UTC). Defaults to 29 days before the last day. */
                from?: string;
                /** @description Last day (UTC). Defaults to today. */
                to?: string;
                /** @description Length of each entry in `series`. Hours are available for the last 90 days. */
                interval?: "hour" | "day" | "month";
                /** @description Also counts each value separately, in `groups`. */
                groupBy?: "book" | "deployment" | "affiliate" | "campaign" | "language" | "country" | "device";
                /** @description Also counts the same number of days before the period. */
                compare?: "previous";
                /** @description Counts only readings of this book. */
                book?: string;
                /** @description Counts only readings in this deployment. */
                deployment?: string;
                /** @description Counts only readings through the affiliate with this code or id. */
                affiliate?: string;
                /** @description Counts only readings with this campaign. */
                campaign?: string | "(other)";
                /** @description Counts only readings whose first language in `Accept-Language` is this one. */
                language?: string;
                /** @description Counts only readings whose first region in `Accept-Language` is this country. */
                country?: string;
                /** @description Counts only readings on this class of device. */
                device?: "phone" | "tablet" | "desktop";
                /** @description Number of groups, those with the most opens first. Defaults to 100. */
                limit?: number;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AnalyticsOpensReport"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundAffiliate"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAnalyticsOpensCsv: {
        parameters: {
            query?: {
                /** @description First day (UTC). Defaults to 29 days before the last day. */
                from?: string;
                /** @description Last day (UTC). Defaults to today. */
                to?: string;
                /** @description Length of each entry in `series`. Hours are available for the last 90 days. */
                interval?: "hour" | "day" | "month";
                /** @description Also counts each value separately, in `groups`. */
                groupBy?: "book" | "deployment" | "affiliate" | "campaign" | "language" | "country" | "device";
                /** @description Also counts the same number of days before the period. */
                compare?: "previous";
                /** @description Counts only readings of this book. */
                book?: string;
                /** @description Counts only readings in this deployment. */
                deployment?: string;
                /** @description Counts only readings through the affiliate with this code or id. */
                affiliate?: string;
                /** @description Counts only readings with this campaign. */
                campaign?: string | "(other)";
                /** @description Counts only readings whose first language in `Accept-Language` is this one. */
                language?: string;
                /** @description Counts only readings whose first region in `Accept-Language` is this country. */
                country?: string;
                /** @description Counts only readings on this class of device. */
                device?: "phone" | "tablet" | "desktop";
                /** @description Number of groups, those with the most opens first. Defaults to 100. */
                limit?: number;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundAffiliate"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAnalyticsReading: {
        parameters: {
            query?: {
                /** @description First day (UTC). Defaults to 29 days before the last day. */
                from?: string;
                /** @description Last day (UTC). Defaults to today. */
                to?: string;
                /** @description Length of each entry in `series`. Hours are available for the last 90 days. */
                interval?: "hour" | "day" | "month";
                /** @description Also counts each value separately, in `groups`. */
                groupBy?: "book" | "deployment" | "affiliate" | "campaign" | "language" | "country" | "device";
                /** @description Also counts the same number of days before the period. */
                compare?: "previous";
                /** @description Counts only readings of this book. */
                book?: string;
                /** @description Counts only readings in this deployment. */
                deployment?: string;
                /** @description Counts only readings through the affiliate with this code or id. */
                affiliate?: string;
                /** @description Counts only readings with this campaign. */
                campaign?: string | "(other)";
                /** @description Counts only readings whose first language in `Accept-Language` is this one. */
                language?: string;
                /** @description Counts only readings whose first region in `Accept-Language` is this country. */
                country?: string;
                /** @description Counts only readings on this class of device. */
                device?: "phone" | "tablet" | "desktop";
                /** @description Number of groups, those with the most opens first. Defaults to 100. */
                limit?: number;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AnalyticsReadingReport"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundAffiliate"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAnalyticsReadingCsv: {
        parameters: {
            query?: {
                /** @description First day (UTC). Defaults to 29 days before the last day. */
                from?: string;
                /** @description Last day (UTC). Defaults to today. */
                to?: string;
                /** @description Length of each entry in `series`. Hours are available for the last 90 days. */
                interval?: "hour" | "day" | "month";
                /** @description Also counts each value separately, in `groups`. */
                groupBy?: "book" | "deployment" | "affiliate" | "campaign" | "language" | "country" | "device";
                /** @description Also counts the same number of days before the period. */
                compare?: "previous";
                /** @description Counts only readings of this book. */
                book?: string;
                /** @description Counts only readings in this deployment. */
                deployment?: string;
                /** @description Counts only readings through the affiliate with this code or id. */
                affiliate?: string;
                /** @description Counts only readings with this campaign. */
                campaign?: string | "(other)";
                /** @description Counts only readings whose first language in `Accept-Language` is this one. */
                language?: string;
                /** @description Counts only readings whose first region in `Accept-Language` is this country. */
                country?: string;
                /** @description Counts only readings on this class of device. */
                device?: "phone" | "tablet" | "desktop";
                /** @description Number of groups, those with the most opens first. Defaults to 100. */
                limit?: number;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundAffiliate"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAnalyticsFunnel: {
        parameters: {
            query?: {
                /** @description First day (UTC). Defaults to 29 days before the last day. */
                from?: string;
                /** @description Last day (UTC). Defaults to today. */
                to?: string;
                /** @description Length of each entry in `series`. Hours are available for the last 90 days. */
                interval?: "hour" | "day" | "month";
                /** @description Also counts each value separately, in `groups`. */
                groupBy?: "book" | "deployment" | "affiliate" | "campaign" | "language" | "country" | "device";
                /** @description Also counts the same number of days before the period. */
                compare?: "previous";
                /** @description Counts only readings of this book. */
                book?: string;
                /** @description Counts only readings in this deployment. */
                deployment?: string;
                /** @description Counts only readings through the affiliate with this code or id. */
                affiliate?: string;
                /** @description Counts only readings with this campaign. */
                campaign?: string | "(other)";
                /** @description Counts only readings whose first language in `Accept-Language` is this one. */
                language?: string;
                /** @description Counts only readings whose first region in `Accept-Language` is this country. */
                country?: string;
                /** @description Counts only readings on this class of device. */
                device?: "phone" | "tablet" | "desktop";
                /** @description Number of groups, those with the most opens first. Defaults to 100. */
                limit?: number;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AnalyticsFunnelReport"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundAffiliate"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAnalyticsFunnelCsv: {
        parameters: {
            query?: {
                /** @description First day (UTC). Defaults to 29 days before the last day. */
                from?: string;
                /** @description Last day (UTC). Defaults to today. */
                to?: string;
                /** @description Length of each entry in `series`. Hours are available for the last 90 days. */
                interval?: "hour" | "day" | "month";
                /** @description Also counts each value separately, in `groups`. */
                groupBy?: "book" | "deployment" | "affiliate" | "campaign" | "language" | "country" | "device";
                /** @description Also counts the same number of days before the period. */
                compare?: "previous";
                /** @description Counts only readings of this book. */
                book?: string;
                /** @description Counts only readings in this deployment. */
                deployment?: string;
                /** @description Counts only readings through the affiliate with this code or id. */
                affiliate?: string;
                /** @description Counts only readings with this campaign. */
                campaign?: string | "(other)";
                /** @description Counts only readings whose first language in `Accept-Language` is this one. */
                language?: string;
                /** @description Counts only readings whose first region in `Accept-Language` is this country. */
                country?: string;
                /** @description Counts only readings on this class of device. */
                device?: "phone" | "tablet" | "desktop";
                /** @description Number of groups, those with the most opens first. Defaults to 100. */
                limit?: number;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundAffiliate"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    openEmbed: {
        parameters: {
            query: {
                /** @description The book’s identifier, or `isbn:` followed by its ISBN. */
                book: string;
                /** @description Section to send inline: an index in the reading order, or a chapter id (`ch_…`), as used in deep links. If it is missing or not licensed, the first readable section is sent. */
                chapter?: string;
                /** @description Text offset in this section, or the id of an element in it. If set, a long section of the book’s file may end a few pages after that position. `first.partEnd` is the offset at which its tree ends. */
                part?: string;
                /** @description Initial theme of the reader. */
                theme?: "light" | "dark" | "sepia" | "contrast" | "system";
                /** @description Language of the reader’s interface (BCP 47). */
                locale?: string;
                /** @description ISO 4217 code of the currency to which the price is converted. */
                currency?: string;
                /** @description Id of one of your account’s saved deployments. It supplies the parameters that you omit. */
                deployment?: string;
                /** @description Code or id of the affiliate who referred the reader. */
                affiliate?: string;
                /** @description The affiliate’s campaign. */
                campaign?: string;
                /** @description The affiliate’s sub id. */
                sub?: string;
                /** @description `required`: nothing about this visit is stored until the reader consents. */
                consent?: "required" | "granted";
                /** @description Publishable key, instead of the `Authorization` header. Browsers send such a request to another origin without a preflight request. */
                key?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Embed"];
                        meta: {
                            /** @description Parameters that had no effect because their values are unknown. */
                            warnings: components["schemas"]["EmbedWarning"][];
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            /** @description Not modified: the `ETag` in `If-None-Match` is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter or the body is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 400;
                        /** @enum {string} */
                        code: "invalid_request" | "unknown_currency";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            /** @description The API key or session token is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 401;
                        /** @enum {string} */
                        code: "key_missing" | "key_invalid" | "key_expired" | "key_revoked" | "account_suspended" | "session_invalid" | "session_expired" | "session_ended";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            /** @description The API key or session lacks the permission or cannot be used from this origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 403;
                        /** @enum {string} */
                        code: "origin_not_allowed" | "secret_key_in_browser" | "permission_denied" | "access_expired" | "not_licensed";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 404;
                        /** @enum {string} */
                        code: "book_not_found" | "deployment_not_found";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            /** @description Conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 409;
                        /** @enum {string} */
                        code: "conflict";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createReadingSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique string that you choose for each operation, such as a UUID. Repeating the request with the same key within 24 hours returns the first response without executing it again. A repeat that arrives while the first request is running waits for up to five seconds, then fails with 409. Responses with status 5xx are not stored, so you can retry those. A replayed problem has the `requestId` of the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewReaderSession"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OpenedSession"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestIdempotent"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublicIdempotent"];
            403: components["responses"]["ForbiddenNotYoursIdempotent"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 404;
                        /** @enum {string} */
                        code: "book_not_found" | "book_not_readable";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            409: components["responses"]["ConflictIdempotencyKeyInUseIdempotent2"];
            413: components["responses"]["PayloadTooLargeIdempotent"];
            415: components["responses"]["UnsupportedMediaTypeIdempotent"];
            422: components["responses"]["UnprocessableEntityIdempotencyKeyReusedIdempotent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    endReadingSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Reading session identifier. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 404;
                        /** @enum {string} */
                        code: "session_not_found";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPublishedChapter: {
        parameters: {
            query?: {
                /** @description Offset of `access.until`, for the chapter in which the sample ends. */
                end?: number;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the book version that the session reads, or of the book if it has no version. */
                contentId: string;
                /** @description Chapter identifier. Identifiers sort in reading order within a book. */
                chapterId: string;
                /** @description The chapter’s revision from the reading order. */
                revision: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Section"];
                    };
                };
            };
            304: components["responses"]["NotModifiedPublic"];
            400: components["responses"]["BadRequestPublic"];
            401: components["responses"]["UnauthorizedSessionInvalidSessionExpiredSessionEndedPublic"];
            403: components["responses"]["ForbiddenAccessExpiredNotLicensedPublic"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 404;
                        /** @enum {string} */
                        code: "chapter_not_found" | "not_found";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            500: components["responses"]["InternalServerErrorPublic"];
            503: components["responses"]["ServiceUnavailablePublic"];
        };
    };
    searchOpenBook: {
        parameters: {
            query: {
                /** @description The search text as typed. */
                q: string;
                /** @description Results per page. Defaults to 50. */
                limit?: number;
                /** @description The previous page’s `meta.nextCursor`. Valid only with the same parameters. */
                cursor?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the book version that the session reads, or of the book if it has no version. */
                contentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SearchHit"][];
                        meta: {
                            total: number;
                            limit: number;
                            /** @description Null on the last page. */
                            nextCursor: string | null;
                            /** @description False if the book has more results than `total`. */
                            isTotalExact: boolean;
                        };
                    };
                };
            };
            304: components["responses"]["NotModifiedPublic"];
            /** @description A parameter or the body is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 400;
                        /** @enum {string} */
                        code: "invalid_request" | "invalid_cursor";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            401: components["responses"]["UnauthorizedSessionInvalidSessionExpiredSessionEndedPublic"];
            403: components["responses"]["ForbiddenAccessExpiredPublic"];
            404: components["responses"]["NotFoundBookPublic"];
            500: components["responses"]["InternalServerErrorPublic"];
            503: components["responses"]["ServiceUnavailablePublic"];
        };
    };
    streamChapterChanges: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the last event that you received. Later events are sent first. */
                "last-event-id"?: string;
            };
            path: {
                /** @description Id of the book version that the session reads, or of the book if it has no version. */
                contentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["ReaderEvent"];
                };
            };
            400: components["responses"]["BadRequestPublic"];
            401: components["responses"]["UnauthorizedSessionInvalidSessionExpiredSessionEndedPublic"];
            403: components["responses"]["ForbiddenAccessExpiredPublic"];
            404: components["responses"]["NotFoundPublic"];
            /** @description The quota or the rate limit is exceeded. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 429;
                        /** @enum {string} */
                        code: "too_many_streams";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            500: components["responses"]["InternalServerErrorPublic"];
            503: components["responses"]["ServiceUnavailablePublic"];
        };
    };
    listContentFiles: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the book version that the session reads, or of the book if it has no version. */
                contentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FileList"];
                    };
                };
            };
            304: components["responses"]["NotModifiedPublic"];
            400: components["responses"]["BadRequestPublic"];
            401: components["responses"]["UnauthorizedSessionInvalidSessionExpiredSessionEndedPublic"];
            403: components["responses"]["ForbiddenAccessExpiredPublic"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 404;
                        /** @enum {string} */
                        code: "book_not_found" | "book_not_readable" | "not_found";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            500: components["responses"]["InternalServerErrorPublic"];
            503: components["responses"]["ServiceUnavailablePublic"];
        };
    };
    getSection: {
        parameters: {
            query?: {
                /** @description Offset from `access.until`. Only for the section in which the sample ends. */
                end?: number;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the book version that the session reads, or of the book if it has no version. */
                contentId: string;
                /** @description Index in the reading order. */
                index: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Section"];
                    };
                };
            };
            304: components["responses"]["NotModifiedPublic"];
            400: components["responses"]["BadRequestPublic"];
            401: components["responses"]["UnauthorizedSessionInvalidSessionExpiredSessionEndedPublic"];
            403: components["responses"]["ForbiddenAccessExpiredNotLicensedPublic"];
            404: components["responses"]["NotFoundPublic"];
            500: components["responses"]["InternalServerErrorPublic"];
            503: components["responses"]["ServiceUnavailablePublic"];
        };
    };
    getStyleSheet: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the book version that the session reads, or of the book if it has no version. */
                contentId: string;
                /** @description One of the section’s `styles`. */
                sheetId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/css": string;
                };
            };
            304: components["responses"]["NotModifiedPublic"];
            400: components["responses"]["BadRequestPublic"];
            401: components["responses"]["UnauthorizedSessionInvalidSessionExpiredSessionEndedPublic"];
            403: components["responses"]["ForbiddenAccessExpiredNotLicensedPublic"];
            404: components["responses"]["NotFoundPublic"];
            500: components["responses"]["InternalServerErrorPublic"];
            503: components["responses"]["ServiceUnavailablePublic"];
        };
    };
    getResource: {
        parameters: {
            query?: {
                /** @description The session’s owner. `session.resourceQuery` contains all four parameters, or is empty if the content URL has a prefix. */
                g?: string;
                /** @description The licensed part of the book. Omitted for the whole book. */
                l?: string;
                /** @description When the signature expires, in Unix seconds. */
                e?: number;
                /** @description The signature. */
                s?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the book version that the session reads, or of the book if it has no version. */
                contentId: string;
                /** @description Path of the file in the book. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description Success. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            304: components["responses"]["NotModifiedPublic"];
            400: components["responses"]["BadRequestPublic"];
            401: components["responses"]["UnauthorizedSessionInvalidSessionExpiredSessionEndedPublic"];
            /** @description The API key or session lacks the permission or cannot be used from this origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 403;
                        /** @enum {string} */
                        code: "origin_not_allowed" | "not_licensed";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            404: components["responses"]["NotFoundPublic"];
            500: components["responses"]["InternalServerErrorPublic"];
            503: components["responses"]["ServiceUnavailablePublic"];
        };
    };
    getCover: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the book version that contains the cover, or of an uploaded cover. */
                contentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                };
            };
            304: components["responses"]["NotModifiedPublic"];
            400: components["responses"]["BadRequestPublic"];
            404: components["responses"]["NotFoundPublic"];
            500: components["responses"]["InternalServerErrorPublic"];
            503: components["responses"]["ServiceUnavailablePublic"];
        };
    };
    refreshReadingSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the book version that the session reads, or of the book if it has no version. */
                contentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            token: string;
                            /** Format: date-time */
                            expiresAt: string;
                            /** @description Absolute base URL of the book’s content. */
                            content: string;
                            /** @description Signed query string for images and fonts. */
                            resourceQuery: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestPublic"];
            401: components["responses"]["UnauthorizedSessionInvalidSessionExpiredSessionEndedPublic"];
            403: components["responses"]["ForbiddenAccessExpiredPublic"];
            404: components["responses"]["NotFoundBookPublic"];
            413: components["responses"]["PayloadTooLargePublic"];
            415: components["responses"]["UnsupportedMediaTypePublic"];
            500: components["responses"]["InternalServerErrorPublic"];
            503: components["responses"]["ServiceUnavailablePublic"];
        };
    };
    listChapters: {
        parameters: {
            query?: {
                /** @description Chapters per page. Defaults to 20. */
                limit?: number;
                /** @description The previous page’s `meta.nextCursor`. Valid only with the same parameters. */
                cursor?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Book identifier. */
                bookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Chapter"][];
                        meta: {
                            total: number;
                            limit: number;
                            /** @description Null on the last page. */
                            nextCursor: string | null;
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequestInvalidCursor"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundBook"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createChapter: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique string that you choose for each operation, such as a UUID. Repeating the request with the same key within 24 hours returns the first response without executing it again. A repeat that arrives while the first request is running waits for up to five seconds, then fails with 409. Responses with status 5xx are not stored, so you can retry those. A replayed problem has the `requestId` of the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Book identifier. */
                bookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewChapter"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ChapterView"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestIdempotent"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublicIdempotent"];
            403: components["responses"]["ForbiddenNotYoursIdempotent"];
            404: components["responses"]["NotFoundBookIdempotent"];
            409: components["responses"]["ConflictIdempotencyKeyInUseIdempotent2"];
            413: components["responses"]["PayloadTooLargeIdempotent"];
            415: components["responses"]["UnsupportedMediaTypeIdempotent"];
            422: components["responses"]["UnprocessableEntityIdempotencyKeyReusedIdempotent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getChapter: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Chapter identifier. Identifiers sort in reading order within a book. */
                chapterId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ChapterView"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundChapter"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteChapter: {
        parameters: {
            query?: never;
            header?: {
                /** @description The resource’s `ETag` from when you read it, in any view. The response is 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Chapter identifier. Identifiers sort in reading order within a book. */
                chapterId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["ForbiddenNotYours"];
            404: components["responses"]["NotFoundChapter"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateChapter: {
        parameters: {
            query?: never;
            header?: {
                /** @description The resource’s `ETag` from when you read it, in any view. The response is 412 if it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Chapter identifier. Identifiers sort in reading order within a book. */
                chapterId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChapterPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ChapterView"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["ForbiddenNotYours"];
            404: components["responses"]["NotFoundChapter"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    publishChapter: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique string that you choose for each operation, such as a UUID. Repeating the request with the same key within 24 hours returns the first response without executing it again. A repeat that arrives while the first request is running waits for up to five seconds, then fails with 409. Responses with status 5xx are not stored, so you can retry those. A replayed problem has the `requestId` of the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Chapter identifier. Identifiers sort in reading order within a book. */
                chapterId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublishOrder"] | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ChapterView"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestIdempotent"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublicIdempotent"];
            403: components["responses"]["ForbiddenNotYoursIdempotent"];
            404: components["responses"]["NotFoundChapterIdempotent"];
            409: components["responses"]["ConflictIdempotencyKeyInUseIdempotent2"];
            413: components["responses"]["PayloadTooLargeIdempotent"];
            415: components["responses"]["UnsupportedMediaTypeIdempotent"];
            422: components["responses"]["UnprocessableEntityIdempotencyKeyReusedIdempotent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    unpublishChapter: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique string that you choose for each operation, such as a UUID. Repeating the request with the same key within 24 hours returns the first response without executing it again. A repeat that arrives while the first request is running waits for up to five seconds, then fails with 409. Responses with status 5xx are not stored, so you can retry those. A replayed problem has the `requestId` of the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Chapter identifier. Identifiers sort in reading order within a book. */
                chapterId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ChapterView"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestIdempotent"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublicIdempotent"];
            403: components["responses"]["ForbiddenNotYoursIdempotent"];
            404: components["responses"]["NotFoundChapterIdempotent"];
            409: components["responses"]["ConflictIdempotencyKeyInUseIdempotent2"];
            413: components["responses"]["PayloadTooLargeIdempotent"];
            415: components["responses"]["UnsupportedMediaTypeIdempotent"];
            422: components["responses"]["UnprocessableEntityIdempotencyKeyReusedIdempotent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listReviews: {
        parameters: {
            query?: {
                /** @description Reviews per page. Defaults to 20. */
                limit?: number;
                /** @description The previous page’s `meta.nextCursor`. Valid only with the same parameters. */
                cursor?: string;
                /** @description Only approved reviews are public and count toward the book’s rating. */
                status?: "pending" | "approved" | "rejected";
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Book identifier. */
                bookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Review"][];
                        meta: {
                            total: number;
                            limit: number;
                            /** @description Null on the last page. */
                            nextCursor: string | null;
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequestInvalidCursor"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundBook"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createReview: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique string that you choose for each operation, such as a UUID. Repeating the request with the same key within 24 hours returns the first response without executing it again. A repeat that arrives while the first request is running waits for up to five seconds, then fails with 409. Responses with status 5xx are not stored, so you can retry those. A replayed problem has the `requestId` of the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Book identifier. */
                bookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewReview"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Review"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestIdempotent"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublicIdempotent"];
            403: components["responses"]["ForbiddenNotYoursIdempotent"];
            404: components["responses"]["NotFoundBookIdempotent"];
            409: components["responses"]["ConflictIdempotencyKeyInUseIdempotent"];
            413: components["responses"]["PayloadTooLargeIdempotent"];
            415: components["responses"]["UnsupportedMediaTypeIdempotent"];
            422: components["responses"]["UnprocessableEntityIdempotencyKeyReusedIdempotent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Review identifier. */
                reviewId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["ForbiddenNotYours"];
            404: components["responses"]["NotFoundReview"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Review identifier. */
                reviewId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Review"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["ForbiddenNotYours"];
            404: components["responses"]["NotFoundReview"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listReviewAccounts: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReviewAccount"][];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    allowReviewAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of an account. */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundAccount"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    disallowReviewAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of an account. */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundAccount"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSales: {
        parameters: {
            query?: {
                /** @description Book identifier. */
                bookId?: string;
                /** @description Sales of this order. */
                orderId?: string;
                /** @description Sales in this state. */
                state?: "completed" | "partially_refunded" | "refunded";
                /** @description Sales attributed to this affiliate. */
                affiliateId?: string;
                /** @description Sales in this currency (ISO 4217). */
                currency?: string;
                /** @description Sort order. `-` means descending. `total` and `-total` compare amounts in one currency, so they require `currency`. */
                sort?: "-occurredAt" | "occurredAt" | "-total" | "total";
                /** @description First day (UTC) of the sales. */
                from?: string;
                /** @description Last day (UTC) of the sales. */
                to?: string;
                /** @description Sales per page. Defaults to 20. */
                limit?: number;
                /** @description The previous page’s `meta.nextCursor`. Valid only with the same parameters. */
                cursor?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Sale"][];
                        meta: {
                            total: number;
                            limit: number;
                            /** @description Null on the last page. */
                            nextCursor: string | null;
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequestInvalidCursor"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundBook"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    recordSale: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique string that you choose for each operation, such as a UUID. Repeating the request with the same key within 24 hours returns the first response without executing it again. A repeat that arrives while the first request is running waits for up to five seconds, then fails with 409. Responses with status 5xx are not stored, so you can retry those. A replayed problem has the `requestId` of the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSale"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Sale"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Sale"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            /** @description A parameter or the body is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 400;
                        /** @enum {string} */
                        code: "invalid_request" | "unknown_currency";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            401: components["responses"]["UnauthorizedAccountSuspendedPublicIdempotent"];
            403: components["responses"]["ForbiddenNotYoursIdempotent"];
            404: components["responses"]["NotFoundBookIdempotent"];
            409: components["responses"]["ConflictIdempotencyKeyInUseIdempotent"];
            413: components["responses"]["PayloadTooLargeIdempotent"];
            415: components["responses"]["UnsupportedMediaTypeIdempotent"];
            422: components["responses"]["UnprocessableEntityIdempotencyKeyReusedIdempotent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    refundSale: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique string that you choose for each operation, such as a UUID. Repeating the request with the same key within 24 hours returns the first response without executing it again. A repeat that arrives while the first request is running waits for up to five seconds, then fails with 409. Responses with status 5xx are not stored, so you can retry those. A replayed problem has the `requestId` of the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Sale identifier. */
                saleId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundOrder"] | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Sale"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestIdempotent"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublicIdempotent"];
            403: components["responses"]["ForbiddenIdempotent"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 404;
                        /** @enum {string} */
                        code: "sale_not_found";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            409: components["responses"]["ConflictIdempotencyKeyInUseIdempotent2"];
            413: components["responses"]["PayloadTooLargeIdempotent"];
            415: components["responses"]["UnsupportedMediaTypeIdempotent"];
            /** @description The request is well-formed, but cannot be processed. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 422;
                        /** @enum {string} */
                        code: "idempotency_key_reused" | "refund_too_large";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSale: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Sale identifier. */
                saleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SaleWithRates"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 404;
                        /** @enum {string} */
                        code: "sale_not_found";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOembed: {
        parameters: {
            query: {
                /** @description URL of a book page. */
                url: string;
                /** @description Maximum width in px. */
                maxwidth?: number;
                /** @description Maximum height in px. */
                maxheight?: number;
                /** @description Do Not Track, as sent by WordPress. If `true`, the page records nothing without consent. */
                dnt?: string;
                /** @description `json`, which is the default, or `xml`. */
                format?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Oembed"];
                };
            };
            304: components["responses"]["NotModifiedPublic"];
            400: components["responses"]["BadRequestPublic"];
            /** @description The API key or session token is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 401;
                        /** @enum {string} */
                        code: "book_private" | "key_invalid" | "key_expired" | "key_revoked";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 404;
                        /** @enum {string} */
                        code: "not_found" | "book_not_found";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            /** @description The quota or the rate limit is exceeded. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 429;
                        /** @enum {string} */
                        code: "too_many_requests";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            500: components["responses"]["InternalServerErrorPublic"];
            /** @description Error. */
            501: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 501;
                        /** @enum {string} */
                        code: "format_not_supported";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            503: components["responses"]["ServiceUnavailablePublic"];
        };
    };
    listEventTypes: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EventTypeDescription"][];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description The last position that you have read. Defaults to the position before the oldest stored event. */
                after?: number;
                /** @description Events per page. Defaults to 20. */
                limit?: number;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LoggedEvent"][];
                        meta: {
                            /** @description The last position, which equals the number of events so far. */
                            total: number;
                            /** @description Position up to which events have been deleted. 0 if none have. */
                            keptAfter: number;
                            limit: number;
                            /** @description `after` for the next page. Null on the last page. */
                            nextAfter: number | null;
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 404;
                        /** @enum {string} */
                        code: "events_not_kept";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Webhooks per page. Defaults to 20. */
                limit?: number;
                /** @description The previous page’s `meta.nextCursor`. Valid only with the same parameters. */
                cursor?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"][];
                        meta: {
                            total: number;
                            limit: number;
                            /** @description Null on the last page. */
                            nextCursor: string | null;
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequestInvalidCursor"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique string that you choose for each operation, such as a UUID. Repeating the request with the same key within 24 hours returns the first response without executing it again. A repeat that arrives while the first request is running waits for up to five seconds, then fails with 409. Responses with status 5xx are not stored, so you can retry those. A replayed problem has the `requestId` of the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookWithSecret"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestIdempotent"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublicIdempotent"];
            403: components["responses"]["ForbiddenIdempotent"];
            404: components["responses"]["NotFoundBookIdempotent"];
            409: components["responses"]["ConflictIdempotencyKeyInUseIdempotent"];
            413: components["responses"]["PayloadTooLargeIdempotent"];
            415: components["responses"]["UnsupportedMediaTypeIdempotent"];
            /** @description The request is well-formed, but cannot be processed. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 422;
                        /** @enum {string} */
                        code: "idempotency_key_reused" | "webhook_target_refused";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of one of your account’s webhooks. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundWebhook"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of one of your account’s webhooks. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundWebhook"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of one of your account’s webhooks. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 404;
                        /** @enum {string} */
                        code: "webhook_not_found" | "book_not_found";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The request is well-formed, but cannot be processed. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 422;
                        /** @enum {string} */
                        code: "webhook_target_refused";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique string that you choose for each operation, such as a UUID. Repeating the request with the same key within 24 hours returns the first response without executing it again. A repeat that arrives while the first request is running waits for up to five seconds, then fails with 409. Responses with status 5xx are not stored, so you can retry those. A replayed problem has the `requestId` of the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of one of your account’s webhooks. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecretRotation"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookWithSecret"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestIdempotent"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublicIdempotent"];
            403: components["responses"]["ForbiddenIdempotent"];
            404: components["responses"]["NotFoundWebhookIdempotent"];
            409: components["responses"]["ConflictIdempotencyKeyInUseIdempotent2"];
            413: components["responses"]["PayloadTooLargeIdempotent"];
            415: components["responses"]["UnsupportedMediaTypeIdempotent"];
            422: components["responses"]["UnprocessableEntityIdempotencyKeyReusedIdempotent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendTestEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique string that you choose for each operation, such as a UUID. Repeating the request with the same key within 24 hours returns the first response without executing it again. A repeat that arrives while the first request is running waits for up to five seconds, then fails with 409. Responses with status 5xx are not stored, so you can retry those. A replayed problem has the `requestId` of the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of one of your account’s webhooks. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeliveryWithAttempts"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestIdempotent"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublicIdempotent"];
            403: components["responses"]["ForbiddenIdempotent"];
            404: components["responses"]["NotFoundWebhookIdempotent"];
            409: components["responses"]["ConflictIdempotencyKeyInUseIdempotent"];
            413: components["responses"]["PayloadTooLargeIdempotent"];
            415: components["responses"]["UnsupportedMediaTypeIdempotent"];
            422: components["responses"]["UnprocessableEntityIdempotencyKeyReusedIdempotent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries in this state. */
                state?: "pending" | "delivered" | "failed" | "held";
                /** @description Only events of this type. */
                type?: "chapter.published" | "chapter.updated" | "chapter.unpublished" | "chapter.scheduled" | "book.created" | "book.updated" | "book.deleted" | "sale.completed" | "sale.refunded" | "review.created" | "review.updated" | "review.deleted" | "quota.threshold_reached" | "webhook.disabled" | "ping";
                /** @description Only events since this time. */
                since?: string;
                /** @description Deliveries per page. Defaults to 20. */
                limit?: number;
                /** @description The previous page’s `meta.nextCursor`. Valid only with the same parameters. */
                cursor?: string;
            };
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of one of your account’s webhooks. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Delivery"][];
                        meta: {
                            total: number;
                            limit: number;
                            /** @description Null on the last page. */
                            nextCursor: string | null;
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequestInvalidCursor"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            404: components["responses"]["NotFoundWebhook"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of your copy. The response is 304 if the copy is current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of one of your account’s webhooks. */
                webhookId: string;
                /** @description Id of one of the webhook’s deliveries. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeliveryWithAttempts"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublic"];
            403: components["responses"]["Forbidden2"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 404;
                        /** @enum {string} */
                        code: "webhook_not_found" | "delivery_not_found";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retryDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique string that you choose for each operation, such as a UUID. Repeating the request with the same key within 24 hours returns the first response without executing it again. A repeat that arrives while the first request is running waits for up to five seconds, then fails with 409. Responses with status 5xx are not stored, so you can retry those. A replayed problem has the `requestId` of the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of one of your account’s webhooks. */
                webhookId: string;
                /** @description Id of one of the webhook’s deliveries. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Delivery"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestIdempotent"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublicIdempotent"];
            403: components["responses"]["ForbiddenIdempotent"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {number} */
                        status: 404;
                        /** @enum {string} */
                        code: "webhook_not_found" | "delivery_not_found";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            409: components["responses"]["ConflictIdempotencyKeyInUseIdempotent"];
            413: components["responses"]["PayloadTooLargeIdempotent"];
            415: components["responses"]["UnsupportedMediaTypeIdempotent"];
            422: components["responses"]["UnprocessableEntityIdempotencyKeyReusedIdempotent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    recoverDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique string that you choose for each operation, such as a UUID. Repeating the request with the same key within 24 hours returns the first response without executing it again. A repeat that arrives while the first request is running waits for up to five seconds, then fails with 409. Responses with status 5xx are not stored, so you can retry those. A replayed problem has the `requestId` of the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of one of your account’s webhooks. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Recovery"];
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            recovered: number;
                        };
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestIdempotent"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublicIdempotent"];
            403: components["responses"]["ForbiddenIdempotent"];
            404: components["responses"]["NotFoundWebhookIdempotent"];
            409: components["responses"]["ConflictIdempotencyKeyInUseIdempotent"];
            413: components["responses"]["PayloadTooLargeIdempotent"];
            415: components["responses"]["UnsupportedMediaTypeIdempotent"];
            422: components["responses"]["UnprocessableEntityIdempotencyKeyReusedIdempotent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPortalLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique string that you choose for each operation, such as a UUID. Repeating the request with the same key within 24 hours returns the first response without executing it again. A repeat that arrives while the first request is running waits for up to five seconds, then fails with 409. Responses with status 5xx are not stored, so you can retry those. A replayed problem has the `requestId` of the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPortalLink"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PortalLink"];
                        meta?: {
                            /**
                             * @description Present if the request’s key belongs to the test environment.
                             * @enum {string}
                             */
                            environment?: "test";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestIdempotent"];
            401: components["responses"]["UnauthorizedAccountSuspendedPublicIdempotent"];
            403: components["responses"]["ForbiddenIdempotent"];
            404: components["responses"]["NotFoundBookIdempotent"];
            409: components["responses"]["ConflictIdempotencyKeyInUseIdempotent2"];
            413: components["responses"]["PayloadTooLargeIdempotent"];
            415: components["responses"]["UnsupportedMediaTypeIdempotent"];
            422: components["responses"]["UnprocessableEntityIdempotencyKeyReusedIdempotent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    onChapterPublished: {
        parameters: {
            query?: never;
            header: {
                /** @description Event id, which is the same in every retry. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. Contains several signatures, separated by spaces, during a secret rotation. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChapterPublishedEvent"];
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Any other status is a failure and causes a retry. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onChapterUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Event id, which is the same in every retry. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. Contains several signatures, separated by spaces, during a secret rotation. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChapterUpdatedEvent"];
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Any other status is a failure and causes a retry. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onChapterUnpublished: {
        parameters: {
            query?: never;
            header: {
                /** @description Event id, which is the same in every retry. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. Contains several signatures, separated by spaces, during a secret rotation. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChapterUnpublishedEvent"];
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Any other status is a failure and causes a retry. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onChapterScheduled: {
        parameters: {
            query?: never;
            header: {
                /** @description Event id, which is the same in every retry. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. Contains several signatures, separated by spaces, during a secret rotation. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChapterScheduledEvent"];
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Any other status is a failure and causes a retry. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onBookCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Event id, which is the same in every retry. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. Contains several signatures, separated by spaces, during a secret rotation. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookCreatedEvent"];
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Any other status is a failure and causes a retry. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onBookUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Event id, which is the same in every retry. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. Contains several signatures, separated by spaces, during a secret rotation. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookUpdatedEvent"];
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Any other status is a failure and causes a retry. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onBookDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description Event id, which is the same in every retry. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. Contains several signatures, separated by spaces, during a secret rotation. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookDeletedEvent"];
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Any other status is a failure and causes a retry. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSaleCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description Event id, which is the same in every retry. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. Contains several signatures, separated by spaces, during a secret rotation. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaleCompletedEvent"];
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Any other status is a failure and causes a retry. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSaleRefunded: {
        parameters: {
            query?: never;
            header: {
                /** @description Event id, which is the same in every retry. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. Contains several signatures, separated by spaces, during a secret rotation. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaleRefundedEvent"];
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Any other status is a failure and causes a retry. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReviewCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Event id, which is the same in every retry. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. Contains several signatures, separated by spaces, during a secret rotation. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewCreatedEvent"];
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Any other status is a failure and causes a retry. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReviewUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Event id, which is the same in every retry. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. Contains several signatures, separated by spaces, during a secret rotation. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewUpdatedEvent"];
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Any other status is a failure and causes a retry. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReviewDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description Event id, which is the same in every retry. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. Contains several signatures, separated by spaces, during a secret rotation. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewDeletedEvent"];
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Any other status is a failure and causes a retry. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onQuotaThresholdReached: {
        parameters: {
            query?: never;
            header: {
                /** @description Event id, which is the same in every retry. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. Contains several signatures, separated by spaces, during a secret rotation. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuotaThresholdReachedEvent"];
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Any other status is a failure and causes a retry. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookDisabled: {
        parameters: {
            query?: never;
            header: {
                /** @description Event id, which is the same in every retry. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. Contains several signatures, separated by spaces, during a secret rotation. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookDisabledEvent"];
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Any other status is a failure and causes a retry. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPing: {
        parameters: {
            query?: never;
            header: {
                /** @description Event id, which is the same in every retry. */
                "webhook-id": string;
                /** @description Time of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. Contains several signatures, separated by spaces, during a secret rotation. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PingEvent"];
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Any other status is a failure and causes a retry. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
