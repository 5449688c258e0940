/* Made by npm run api:client of /bff/openapi.json: do not edit. */
export interface paths {
    "/bff/claims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the figures of this site
         * @description Every figure that the site claims: what it counts, as of when, its source, and whether it is confirmed. In the order of the page.
         */
        get: operations["listClaims"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/news": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List news
         * @description In the order of the content source, which is the editors' order, undated items last; sort selects another. A page at a time: follow links.next, or the Link header.
         */
        get: operations["listNews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/news/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a news item
         * @description By the slug in its page's URL.
         */
        get: operations["getNewsItem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/news/id/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a news item by id
         * @description The same as by slug; an id stays when a slug changes.
         */
        get: operations["getNewsItemById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Upcoming events, soonest first. The parameter when selects past ones, newest first, or all, in the order of the content source; sort selects another order. Follow links.next, or the Link header.
         */
        get: operations["listEvents"];
        put?: never;
        /**
         * Create an event
         * @description Pages that show it are rendered again at once.
         */
        post: operations["createEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/events/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event
         * @description By the slug in its page's URL.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/events/id/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event by id
         * @description Its ETag names this version of the event; send it in If-Match with a change.
         */
        get: operations["getEventById"];
        /**
         * Change an event
         * @description The whole event is sent. Needs the version that it is based on.
         */
        put: operations["updateEvent"];
        post?: never;
        /**
         * Delete an event
         * @description Needs the version that was last read.
         */
        delete: operations["deleteEvent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/feed/news": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a page of the news feed
         * @description The featured item and five others, as the page News & Events shows them.
         */
        get: operations["getNewsFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search the site
         * @description Pages, projects, stories, announcements, answers, downloads, news and events. Send q, or like.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/feed/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the events feed
         * @description Events under way, up to six to come, and a page of past ones.
         */
        get: operations["getEventsFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/events/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an event as visitors would see it
         * @description Nothing is changed.
         */
        post: operations["previewEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/contact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a contact message
         * @description Forwarded to the foundation at once, or stored first when its content source does not respond.
         */
        post: operations["sendContactMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/volunteer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply as a volunteer
         * @description Stored for the staff to read; the reference number names it.
         */
        post: operations["applyAsVolunteer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/partner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose a partnership
         * @description Stored for the staff to read; the reference number names it.
         */
        post: operations["proposePartnership"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/form-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Begin a form
         * @description A signed time. Sent as formToken it helps us tell people from bots; it is optional.
         */
        get: operations["issueFormToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description How old the data is, and the clock it was made by. ISO 8601 UTC. */
        AnswerMeta: {
            /**
             * Format: date-time
             * @description The server's clock, cut to the minute.
             */
            now: string;
            /**
             * Format: date-time
             * @description When the source sent this data.
             */
            fetchedAt: string;
            /** @description True when the source is down and this is cached data. */
            stale: boolean;
        };
        /** @description A picture on a card. */
        CardPicture: {
            /**
             * Format: uri
             * @description A JPEG of 1280 pixels at most, on this site.
             * @example https://site.example.org/pictures/Zm91bmQ/1280.jpg
             */
            url: string;
            /**
             * @description Empty when the source gave none: the picture is then decorative.
             * @example Pupils at the new tap
             */
            alt: string;
            /**
             * @description Of the original, upright; null until it was fetched or the source gives it.
             * @example 1600
             */
            width: number | null;
            /** @example 900 */
            height: number | null;
            /**
             * @description A few pixels as base64 WebP, to be shown blurred; null when not known.
             * @example UklGRi4AAABXRUJQVlA4ICIAAABwAQCdASoDAAIAB0CWJZACdAFAAAD+6YVPlIWBm8HEYAAA
             */
            placeholder: string | null;
        };
        /** @description A figure of this site, and how we know it. */
        Claim: {
            /**
             * @description Its name, which stays.
             * @example wells
             */
            key: string;
            /**
             * @description The part of the page that shows it.
             * @example reach
             */
            group: string;
            /**
             * @description What it is called.
             * @example Wells in use
             */
            label: string;
            /**
             * @description A number; a text where it is none.
             * @example 15
             */
            value: number | string;
            /**
             * @description How the value is meant: over 15, at least 5, about 85.
             * @enum {string}
             */
            bound: "exactly" | "about" | "over" | "at least";
            /** @example wells */
            unit: string;
            /** @description What exactly is counted. */
            counts: string;
            /**
             * Format: date
             * @description The day on which it held.
             * @example 2025-12-31
             */
            asOf: string;
            /** @description Where it comes from. */
            source: string;
            /**
             * @description Whether the source has been seen, or the figure is still to be confirmed.
             * @enum {string}
             */
            status: "verified" | "placeholder";
            /** @description Other figures of this site that contradict it, until one is confirmed. */
            conflicts: {
                /** @description The other figure's key. */
                key: string;
                /** @description What the other page says. */
                value: number | string;
                /**
                 * Format: uri
                 * @description The page with the other figure, absolute.
                 * @example https://www.example.org/our-work
                 */
                url: string;
                /** @description What is being done about it. */
                note: string;
            }[];
            /**
             * Format: uri
             * @description Its row on the page, absolute.
             * @example https://www.example.org/where-the-money-goes#claim-wells
             */
            url: string;
        };
        /** @description A field that is not listed here is refused and named. */
        ContactMessage: {
            /** @description FullName. */
            name: string;
            /**
             * Format: email
             * @description Email.
             */
            email: string;
            /** @description Phone. In a volunteer application its name is phone, in an inquiry contactPhone. */
            phoneNumber?: string;
            /** @description Subject. */
            subject: string;
            /** @description Message. */
            message: string;
            /** @description From /bff/form-token, requested when a person began to fill in the form. */
            formToken?: string;
        };
        /**
         * @description What is known of a date. `day` and `time` are valid, to the day or to the instant; `unknown` was absent, `invalid` could not be parsed: the date is then null.
         * @example time
         * @enum {string}
         */
        DatePrecision: "day" | "time" | "unknown" | "invalid";
        /** @description The fields of an event's card. */
        EventCard: {
            /** @example 501 */
            id: string;
            /**
             * @description Its segment in URLs.
             * @example wash-forum-bagamoyo
             */
            slug: string;
            /**
             * @description As the source states it, else as its words tell; null where that is not sure.
             * @example en
             */
            language: ("en" | "sw") | null;
            /** @example WASH Forum Bagamoyo */
            title: string;
            /**
             * @description Short plain text for a card.
             * @example Water committees of nine wards meet.
             */
            excerpt: string | null;
            /**
             * @example scheduled
             * @enum {string}
             */
            status: "scheduled" | "cancelled";
            /**
             * @description ISO 8601: UTC for an instant, local midnight in Dar es Salaam (+03:00) for a day. Null when not known.
             * @example 2026-03-22T06:30:00Z
             */
            startsAt: string | null;
            startPrecision: components["schemas"]["DatePrecision"];
            /**
             * @description ISO 8601: UTC for an instant, local midnight in Dar es Salaam (+03:00) for a day. Null when not known.
             * @example 2026-03-22T06:30:00Z
             */
            endsAt: string | null;
            endPrecision: components["schemas"]["DatePrecision"];
            /** @example Bagamoyo */
            location: string | null;
            ticketPrice: components["schemas"]["TicketPrice"] | null;
            image: components["schemas"]["CardPicture"] | null;
            /**
             * Format: uri
             * @description Its page, absolute.
             * @example https://www.example.org/events/wash-forum-bagamoyo
             */
            url: string;
            /**
             * Format: uri
             * @description Its URL under /bff, absolute; it stays when the slug changes.
             * @example https://www.example.org/bff/events/id/501
             */
            self: string;
        };
        /** @description The whole event: what is left out becomes empty. An event as it was read can be sent back. A field that is not listed here is refused and named. */
        EventDraft: {
            /** @description As it was read: it is not changed. */
            id?: unknown;
            /** @description As it was read: it is not changed. */
            slug?: unknown;
            /** @description As it was read: it is not changed. */
            relatedEvents?: unknown;
            /** @description As it was read: it is not changed. */
            updatedAt?: unknown;
            /** @description As it was read: it is not changed. */
            contactHtml?: unknown;
            /** @description As it was read: it is not changed. */
            language?: unknown;
            /** @description As it was read: it is not changed. */
            url?: unknown;
            /** @description As it was read: it is not changed. */
            self?: unknown;
            title: string;
            /**
             * @default scheduled
             * @enum {string}
             */
            status: "scheduled" | "cancelled";
            /** @description A day (2026-07-18), or a time of it (2026-07-18T09:00); without a zone it is East Africa Time. */
            startsAt: string;
            startPrecision?: ("day" | "time" | "unknown" | "invalid") | null;
            /** @description A day (2026-07-18), or a time of it (2026-07-18T09:00); without a zone it is East Africa Time. Not before the start. */
            endsAt?: string | null;
            endPrecision?: ("day" | "time" | "unknown" | "invalid") | null;
            location?: string | null;
            venueDetails?: string | null;
            excerpt?: string | null;
            description?: string | null;
            image?: {
                url?: string | null;
                alt?: string | null;
                width?: number | null;
                height?: number | null;
                /** @description As it was read: it is not changed. */
                bytes?: unknown;
                /** @description As it was read: it is not changed. */
                placeholder?: unknown;
                /** @description As it was read: it is not changed. */
                variants?: unknown;
                /** @description As it was read: it is not changed. */
                source?: unknown;
            } | null;
            ticketPrice?: ((string | null) | number | {
                text: string;
                /** @description As it was read: it is not changed. */
                amount?: unknown;
                /** @description As it was read: it is not changed. */
                currency?: unknown;
                /** @description As it was read: it is not changed. */
                isFree?: unknown;
            }) | null;
            registrationUrl?: string | null;
            contactInfo?: string | null;
            mapUrl?: string | null;
            mapEmbedUrl?: string | null;
            mapLinkUrl?: string | null;
        };
        /** @description One event. Every key is always there: what is absent is null or an empty list. */
        EventItem: {
            /** @example 501 */
            id: string;
            /**
             * @description Its segment in URLs.
             * @example wash-forum-bagamoyo
             */
            slug: string;
            /**
             * @description As the source states it, else as its words tell; null where that is not sure.
             * @example en
             */
            language: ("en" | "sw") | null;
            /** @example WASH Forum Bagamoyo */
            title: string;
            /**
             * @description Short plain text for a card.
             * @example Water committees of nine wards meet.
             */
            excerpt: string | null;
            /**
             * @description Clean HTML: no scripts, styles, forms, ids or classes. Its pictures are on this site: resolve their URLs against this one. Null when there is none.
             * @example <p>The taps opened before dawn.</p>
             */
            description: string | null;
            /**
             * @example scheduled
             * @enum {string}
             */
            status: "scheduled" | "cancelled";
            image: components["schemas"]["Picture"] | null;
            /**
             * @description ISO 8601: UTC for an instant, local midnight in Dar es Salaam (+03:00) for a day. Null when not known.
             * @example 2026-03-22T06:30:00Z
             */
            startsAt: string | null;
            startPrecision: components["schemas"]["DatePrecision"];
            /**
             * @description ISO 8601: UTC for an instant, local midnight in Dar es Salaam (+03:00) for a day. Null when not known.
             * @example 2026-03-22T06:30:00Z
             */
            endsAt: string | null;
            endPrecision: components["schemas"]["DatePrecision"];
            /** @example Bagamoyo */
            location: string | null;
            /**
             * @description Clean HTML: no scripts, styles, forms, ids or classes. Its pictures are on this site: resolve their URLs against this one. Null when there is none.
             * @example <p>The taps opened before dawn.</p>
             */
            venueDetails: string | null;
            ticketPrice: components["schemas"]["TicketPrice"] | null;
            /** @example https://example.org/register */
            registrationUrl: string | null;
            /**
             * @description Plain text with line breaks.
             * @example Ask at the ward office, from 9 to 12
             */
            contactInfo: string | null;
            /**
             * @description Clean HTML: no scripts, styles, forms, ids or classes. Its pictures are on this site: resolve their URLs against this one. Null when there is none.
             * @example <p>The taps opened before dawn.</p>
             */
            contactHtml: string | null;
            /**
             * @description A map for a frame, on an allowed host.
             * @example https://www.openstreetmap.org/export/embed.html?bbox=38.87,-6.46,38.91,-6.42
             */
            mapEmbedUrl: string | null;
            /**
             * @description A map on another host: for a plain link.
             * @example https://example.org/map
             */
            mapLinkUrl: string | null;
            relatedEvents: components["schemas"]["ItemLink"][];
            /**
             * @description ISO 8601: UTC for an instant, local midnight in Dar es Salaam (+03:00) for a day. Null when not known.
             * @example 2026-03-22T06:30:00Z
             */
            updatedAt: string | null;
            /**
             * Format: uri
             * @description Its page, absolute.
             * @example https://www.example.org/events/wash-forum-bagamoyo
             */
            url: string;
            /**
             * Format: uri
             * @description Its URL under /bff, absolute; it stays when the slug changes.
             * @example https://www.example.org/bff/events/id/501
             */
            self: string;
        };
        /** @description The fields of an event that fields= requested. */
        EventItemFields: {
            /** @example 501 */
            id?: string;
            /**
             * @description Its segment in URLs.
             * @example wash-forum-bagamoyo
             */
            slug?: string;
            /**
             * @description As the source states it, else as its words tell; null where that is not sure.
             * @example en
             */
            language?: ("en" | "sw") | null;
            /** @example WASH Forum Bagamoyo */
            title?: string;
            /**
             * @description Short plain text for a card.
             * @example Water committees of nine wards meet.
             */
            excerpt?: string | null;
            /**
             * @description Clean HTML: no scripts, styles, forms, ids or classes. Its pictures are on this site: resolve their URLs against this one. Null when there is none.
             * @example <p>The taps opened before dawn.</p>
             */
            description?: string | null;
            /**
             * @example scheduled
             * @enum {string}
             */
            status?: "scheduled" | "cancelled";
            image?: components["schemas"]["Picture"] | null;
            /**
             * @description ISO 8601: UTC for an instant, local midnight in Dar es Salaam (+03:00) for a day. Null when not known.
             * @example 2026-03-22T06:30:00Z
             */
            startsAt?: string | null;
            startPrecision?: components["schemas"]["DatePrecision"];
            /**
             * @description ISO 8601: UTC for an instant, local midnight in Dar es Salaam (+03:00) for a day. Null when not known.
             * @example 2026-03-22T06:30:00Z
             */
            endsAt?: string | null;
            endPrecision?: components["schemas"]["DatePrecision"];
            /** @example Bagamoyo */
            location?: string | null;
            /**
             * @description Clean HTML: no scripts, styles, forms, ids or classes. Its pictures are on this site: resolve their URLs against this one. Null when there is none.
             * @example <p>The taps opened before dawn.</p>
             */
            venueDetails?: string | null;
            ticketPrice?: components["schemas"]["TicketPrice"] | null;
            /** @example https://example.org/register */
            registrationUrl?: string | null;
            /**
             * @description Plain text with line breaks.
             * @example Ask at the ward office, from 9 to 12
             */
            contactInfo?: string | null;
            /**
             * @description Clean HTML: no scripts, styles, forms, ids or classes. Its pictures are on this site: resolve their URLs against this one. Null when there is none.
             * @example <p>The taps opened before dawn.</p>
             */
            contactHtml?: string | null;
            /**
             * @description A map for a frame, on an allowed host.
             * @example https://www.openstreetmap.org/export/embed.html?bbox=38.87,-6.46,38.91,-6.42
             */
            mapEmbedUrl?: string | null;
            /**
             * @description A map on another host: for a plain link.
             * @example https://example.org/map
             */
            mapLinkUrl?: string | null;
            relatedEvents?: components["schemas"]["ItemLink"][];
            /**
             * @description ISO 8601: UTC for an instant, local midnight in Dar es Salaam (+03:00) for a day. Null when not known.
             * @example 2026-03-22T06:30:00Z
             */
            updatedAt?: string | null;
            /**
             * Format: uri
             * @description Its page, absolute.
             * @example https://www.example.org/events/wash-forum-bagamoyo
             */
            url?: string;
            /**
             * Format: uri
             * @description Its URL under /bff, absolute; it stays when the slug changes.
             * @example https://www.example.org/bff/events/id/501
             */
            self?: string;
        };
        /** @description An event that is nowhere yet, so without url and self. */
        EventPreview: {
            /** @example 501 */
            id: string;
            /**
             * @description Its segment in URLs.
             * @example wash-forum-bagamoyo
             */
            slug: string;
            /**
             * @description As the source states it, else as its words tell; null where that is not sure.
             * @example en
             */
            language: ("en" | "sw") | null;
            /** @example WASH Forum Bagamoyo */
            title: string;
            /**
             * @description Short plain text for a card.
             * @example Water committees of nine wards meet.
             */
            excerpt: string | null;
            /**
             * @description Clean HTML: no scripts, styles, forms, ids or classes. Its pictures are on this site: resolve their URLs against this one. Null when there is none.
             * @example <p>The taps opened before dawn.</p>
             */
            description: string | null;
            /**
             * @example scheduled
             * @enum {string}
             */
            status: "scheduled" | "cancelled";
            image: components["schemas"]["Picture"] | null;
            /**
             * @description ISO 8601: UTC for an instant, local midnight in Dar es Salaam (+03:00) for a day. Null when not known.
             * @example 2026-03-22T06:30:00Z
             */
            startsAt: string | null;
            startPrecision: components["schemas"]["DatePrecision"];
            /**
             * @description ISO 8601: UTC for an instant, local midnight in Dar es Salaam (+03:00) for a day. Null when not known.
             * @example 2026-03-22T06:30:00Z
             */
            endsAt: string | null;
            endPrecision: components["schemas"]["DatePrecision"];
            /** @example Bagamoyo */
            location: string | null;
            /**
             * @description Clean HTML: no scripts, styles, forms, ids or classes. Its pictures are on this site: resolve their URLs against this one. Null when there is none.
             * @example <p>The taps opened before dawn.</p>
             */
            venueDetails: string | null;
            ticketPrice: components["schemas"]["TicketPrice"] | null;
            /** @example https://example.org/register */
            registrationUrl: string | null;
            /**
             * @description Plain text with line breaks.
             * @example Ask at the ward office, from 9 to 12
             */
            contactInfo: string | null;
            /**
             * @description Clean HTML: no scripts, styles, forms, ids or classes. Its pictures are on this site: resolve their URLs against this one. Null when there is none.
             * @example <p>The taps opened before dawn.</p>
             */
            contactHtml: string | null;
            /**
             * @description A map for a frame, on an allowed host.
             * @example https://www.openstreetmap.org/export/embed.html?bbox=38.87,-6.46,38.91,-6.42
             */
            mapEmbedUrl: string | null;
            /**
             * @description A map on another host: for a plain link.
             * @example https://example.org/map
             */
            mapLinkUrl: string | null;
            relatedEvents: components["schemas"]["ItemLink"][];
            /**
             * @description ISO 8601: UTC for an instant, local midnight in Dar es Salaam (+03:00) for a day. Null when not known.
             * @example 2026-03-22T06:30:00Z
             */
            updatedAt: string | null;
        };
        /** @description The events as the site shows them, by the server's clock. */
        EventsFeed: {
            happeningNow: components["schemas"]["EventCard"][];
            /** @description At most six, soonest first. */
            upcoming: components["schemas"]["EventCard"][];
            /** @description Newest first. */
            past: components["schemas"]["EventCard"][];
            pastPage: number;
            pastPages: number;
        };
        /** @description The form was accepted and is stored. */
        FormTaken: {
            data: {
                message: string;
                /** @description Quote it when you write to us. */
                reference: string;
            };
            meta: {
                /** Format: date-time */
                now: string;
            };
            links: {
                self: string;
            };
        };
        /** @description A related item. */
        ItemLink: {
            /** @example 104 */
            id: string;
            /** @example handwashing-stations */
            slug: string;
            /** @example Handwashing stations in twelve schools */
            title: string;
        };
        /** @description The same item in other forms; URLs relative to the site. */
        Links: {
            [key: string]: string | null;
        };
        /** @description Also in the Link header. */
        ListLinks: {
            self: string;
            /** @description The page after this one. */
            next: string | null;
            /** @description The page before this one. */
            prev: string | null;
            first: string;
        };
        ListMeta: {
            /**
             * Format: date-time
             * @description The server's clock, cut to the minute.
             */
            now: string;
            /**
             * Format: date-time
             * @description When the source sent this data.
             */
            fetchedAt: string;
            /** @description True when the source is down and this is cached data. */
            stale: boolean;
            /** @description Items on all pages together. */
            total: number;
        };
        /** @description The fields of a news card. */
        NewsCard: {
            /** @example 101 */
            id: string;
            /**
             * @description Its segment in URLs.
             * @example clean-water-day
             */
            slug: string;
            /**
             * @description As the source states it, else as its words tell; null where that is not sure.
             * @example en
             */
            language: ("en" | "sw") | null;
            /** @example Clean water day in Mtambani */
            title: string;
            /**
             * @description Short plain text for a card.
             * @example Two hundred and forty households no longer queue before dawn.
             */
            excerpt: string | null;
            /**
             * @example [
             *       "WASH"
             *     ]
             */
            categories: string[];
            /**
             * @description ISO 8601: UTC for an instant, local midnight in Dar es Salaam (+03:00) for a day. Null when not known.
             * @example 2026-03-22T06:30:00Z
             */
            publishedAt: string | null;
            publishedPrecision: components["schemas"]["DatePrecision"];
            image: components["schemas"]["CardPicture"] | null;
            /**
             * Format: uri
             * @description Its page, absolute.
             * @example https://www.example.org/news-events/news/clean-water-day
             */
            url: string;
            /**
             * Format: uri
             * @description Its URL under /bff, absolute; it stays when the slug changes.
             * @example https://www.example.org/bff/news/id/101
             */
            self: string;
        };
        /** @description A page of the news as the site shows it. */
        NewsFeed: {
            /** @description The flagged item, else the first; on page 1. */
            featured: components["schemas"]["NewsCard"] | null;
            items: components["schemas"]["NewsCard"][];
            page: number;
            pages: number;
            total: number;
        };
        /** @description One news item. Every key is always there: what is absent is null or an empty list. */
        NewsItem: {
            /** @example 101 */
            id: string;
            /**
             * @description Its segment in URLs.
             * @example clean-water-day
             */
            slug: string;
            /**
             * @description As the source states it, else as its words tell; null where that is not sure.
             * @example en
             */
            language: ("en" | "sw") | null;
            /** @example Clean water day in Mtambani */
            title: string;
            /**
             * @description Short plain text for a card.
             * @example Two hundred and forty households no longer queue before dawn.
             */
            excerpt: string | null;
            /**
             * @description Plain text.
             * @example A tap for every street.
             */
            summary: string | null;
            /**
             * @description Clean HTML: no scripts, styles, forms, ids or classes. Its pictures are on this site: resolve their URLs against this one. Null when there is none.
             * @example <p>The taps opened before dawn.</p>
             */
            body: string | null;
            /** @example false */
            isFeatured: boolean;
            image: components["schemas"]["Picture"] | null;
            /**
             * @example [
             *       "WASH"
             *     ]
             */
            categories: string[];
            /**
             * @example [
             *       "water",
             *       "schools"
             *     ]
             */
            tags: string[];
            /** @example Neema Komba */
            author: string | null;
            /** @example Mtambani Ward Office */
            source: string | null;
            /**
             * @description ISO 8601: UTC for an instant, local midnight in Dar es Salaam (+03:00) for a day. Null when not known.
             * @example 2026-03-22T06:30:00Z
             */
            publishedAt: string | null;
            publishedPrecision: components["schemas"]["DatePrecision"];
            /** @example 412 */
            views: number | null;
            relatedNews: components["schemas"]["ItemLink"][];
            relatedEvents: components["schemas"]["ItemLink"][];
            /**
             * Format: uri
             * @description Its page, absolute.
             * @example https://www.example.org/news-events/news/clean-water-day
             */
            url: string;
            /**
             * Format: uri
             * @description Its URL under /bff, absolute; it stays when the slug changes.
             * @example https://www.example.org/bff/news/id/101
             */
            self: string;
        };
        /** @description The fields of a news item that fields= requested. */
        NewsItemFields: {
            /** @example 101 */
            id?: string;
            /**
             * @description Its segment in URLs.
             * @example clean-water-day
             */
            slug?: string;
            /**
             * @description As the source states it, else as its words tell; null where that is not sure.
             * @example en
             */
            language?: ("en" | "sw") | null;
            /** @example Clean water day in Mtambani */
            title?: string;
            /**
             * @description Short plain text for a card.
             * @example Two hundred and forty households no longer queue before dawn.
             */
            excerpt?: string | null;
            /**
             * @description Plain text.
             * @example A tap for every street.
             */
            summary?: string | null;
            /**
             * @description Clean HTML: no scripts, styles, forms, ids or classes. Its pictures are on this site: resolve their URLs against this one. Null when there is none.
             * @example <p>The taps opened before dawn.</p>
             */
            body?: string | null;
            /** @example false */
            isFeatured?: boolean;
            image?: components["schemas"]["Picture"] | null;
            /**
             * @example [
             *       "WASH"
             *     ]
             */
            categories?: string[];
            /**
             * @example [
             *       "water",
             *       "schools"
             *     ]
             */
            tags?: string[];
            /** @example Neema Komba */
            author?: string | null;
            /** @example Mtambani Ward Office */
            source?: string | null;
            /**
             * @description ISO 8601: UTC for an instant, local midnight in Dar es Salaam (+03:00) for a day. Null when not known.
             * @example 2026-03-22T06:30:00Z
             */
            publishedAt?: string | null;
            publishedPrecision?: components["schemas"]["DatePrecision"];
            /** @example 412 */
            views?: number | null;
            relatedNews?: components["schemas"]["ItemLink"][];
            relatedEvents?: components["schemas"]["ItemLink"][];
            /**
             * Format: uri
             * @description Its page, absolute.
             * @example https://www.example.org/news-events/news/clean-water-day
             */
            url?: string;
            /**
             * Format: uri
             * @description Its URL under /bff, absolute; it stays when the slug changes.
             * @example https://www.example.org/bff/news/id/101
             */
            self?: string;
        };
        /** @description A field that is not listed here is refused and named. */
        PartnershipInquiry: {
            /** @description OrgName. */
            orgName: string;
            /**
             * @description OrgType.
             * @enum {string}
             */
            orgType: "nonprofit" | "corporate" | "government" | "foundation" | "academic" | "other";
            /** @description ContactName. */
            contactName: string;
            /** @description ContactTitle. */
            contactTitle: string;
            /**
             * Format: email
             * @description ContactEmail.
             */
            contactEmail: string;
            /** @description ContactPhone. In a contact message its name is phoneNumber, in an application phone. */
            contactPhone: string;
            /**
             * Format: uri
             * @description Website.
             */
            website?: string;
            /**
             * @description PartnershipType.
             * @enum {string}
             */
            partnershipType: "funding" | "technical" | "implementation" | "research" | "advocacy" | "other";
            /** @description Interests. */
            partnerInterests?: ("economic-empowerment" | "gender-equality" | "youth-development" | "wash-health" | "climate-resilience" | "emergency-response")[];
            /** @description Proposal. */
            partnershipProposal: string;
            /** @description From /bff/form-token, requested when a person began to fill in the form. */
            formToken?: string;
        };
        /** @description A picture, served by this site; sizes in pixels. */
        Picture: {
            /**
             * Format: uri
             * @description A JPEG of 1280 pixels at most, on this site.
             * @example https://site.example.org/pictures/Zm91bmQ/1280.jpg
             */
            url: string;
            /**
             * @description Empty when the source gave none: the picture is then decorative.
             * @example Pupils at the new tap
             */
            alt: string;
            /**
             * @description Of the original, upright; null until it was fetched or the source gives it.
             * @example 1600
             */
            width: number | null;
            /** @example 900 */
            height: number | null;
            /**
             * @description Of `url`; null until it was fetched.
             * @example 52000
             */
            bytes: number | null;
            /**
             * @description A few pixels as base64 WebP, to be shown blurred; null when not known.
             * @example UklGRi4AAABXRUJQVlA4ICIAAABwAQCdASoDAAIAB0CWJZACdAFAAAD+6YVPlIWBm8HEYAAA
             */
            placeholder: string | null;
            /** @description AVIF, WebP and JPEG in several widths. */
            variants: components["schemas"]["PictureVariant"][];
            /**
             * @description The original, where it is public over https; else null.
             * @example https://example.org/tap.jpg
             */
            source: string | null;
        };
        /** @description The picture in one width and format. */
        PictureVariant: {
            /**
             * Format: uri
             * @example https://site.example.org/pictures/Zm91bmQ/640.avif
             */
            url: string;
            /** @example 640 */
            width: number;
            /**
             * @example image/avif
             * @enum {string}
             */
            type: "image/avif" | "image/webp" | "image/jpeg";
        };
        /** @description Why the request failed (RFC 9457). */
        Problem: {
            /** @description URL of a page that explains this kind of problem. */
            type: string;
            title: string;
            status: number;
            /** @description What is wrong with this request, for anyone to read. */
            detail: string;
            /** @description The same as detail. */
            message: string;
            /** @description Quote it when you write to us; also X-Request-Id. */
            requestId: string;
            /** @description The name of the parameter or header that is wrong. */
            parameter?: string;
            /** @description What is wrong with each field of a body: by its name for events, as a list in the form's order for forms. */
            errors?: {
                [key: string]: string;
            } | {
                field: string;
                message: string;
            }[];
        };
        /** @description A page or an item that was found. */
        SearchHit: {
            /**
             * @description page, project, story (of the blog), announcement, question (of the FAQ), download, news or event.
             * @example project
             * @enum {string}
             */
            kind: "page" | "project" | "story" | "announcement" | "question" | "download" | "news" | "event";
            /**
             * @description Its URL on this site.
             * @example /our-work
             */
            path: string;
            /** @description Join the texts for the title. */
            title: components["schemas"]["TextPiece"][];
            /** @description From its text, around the first matches. */
            snippet: components["schemas"]["TextPiece"][];
            /**
             * @description When it was published, or begins: ISO 8601.
             * @example 2026-06-15
             */
            date: string | null;
            /**
             * @description The language of its text, where it is known.
             * @example en
             */
            language: string | null;
            /**
             * Format: uri
             * @description Its page, absolute.
             * @example https://www.example.org/our-work
             */
            url: string;
        };
        /** @description A page of what was found. */
        SearchResults: {
            /** @description Best first. */
            items: components["schemas"]["SearchHit"][];
            /** @description On all pages, of the kind asked for. */
            total: number;
            page: number;
            pages: number;
            /** @description How many of each kind there are, whatever kind was asked for. */
            counts: {
                /**
                 * @description page, project, story (of the blog), announcement, question (of the FAQ), download, news or event.
                 * @example project
                 * @enum {string}
                 */
                kind: "page" | "project" | "story" | "announcement" | "question" | "download" | "news" | "event";
                count: number;
            }[];
            /**
             * @description Another spelling, where nothing has the words as they are.
             * @example water tap
             */
            suggestion: string | null;
            /** @description True when nothing has all the words: these have some of them. */
            isPartial: boolean;
        };
        /** @description Plain text; isMatch where a word of the query stands. */
        TextPiece: {
            text: string;
            isMatch: boolean;
        };
        TicketPrice: {
            /**
             * @description The text to show: "Free" for 0, "0" and "free", else the text of the source.
             * @example TZS 5,000
             */
            text: string;
            /** @example 5000 */
            amount: number | null;
            /**
             * @description ISO 4217, when the source gave one.
             * @example TZS
             */
            currency: string | null;
            /** @example false */
            isFree: boolean;
        };
        /** @description A field that is not listed here is refused and named. */
        VolunteerApplication: {
            /** @description FirstName. */
            firstName: string;
            /** @description LastName. */
            lastName: string;
            /**
             * Format: email
             * @description Email.
             */
            email: string;
            /** @description Phone. In a contact message its name is phoneNumber, in an inquiry contactPhone. */
            phone?: string;
            /** @description CityAndCountry. */
            location: string;
            /** @description Interests. */
            interests?: ("economic-empowerment" | "gender-equality" | "youth-development" | "wash-health" | "climate-resilience" | "emergency-response")[];
            /** @description Skills. */
            skills: string;
            /**
             * @description Availability.
             * @enum {string}
             */
            availability: "part-time" | "half-time" | "full-time" | "one-time" | "flexible";
            /** @description Motivation. */
            motivation: string;
            /** @description From /bff/form-token, requested when a person began to fill in the form. */
            formToken?: string;
        };
        WrittenEvent: {
            /** @description The event as visitors see it. */
            data: components["schemas"]["EventItem"];
            links: {
                self: string;
            };
        };
    };
    responses: {
        /** @description The URL exists, but does not allow this method. */
        MethodNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description We cannot send any of the content types in the Accept header. */
        NotAcceptable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request took too long to arrive. */
        RequestTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is longer than 32 KiB (32,768 bytes). */
        ContentTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The URL is longer than any on this site. */
        URITooLong: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON in UTF-8. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description More was posted from this IP address, or by all clients together, than the rate limit allows. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The headers are longer than we accept. */
        RequestHeaderFieldsTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Something went wrong on our side. */
        InternalServerError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The source of news and events does not respond and we have no cached data, or the site is overloaded. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Names this request in our log.
         * @example 5f0c2a0e-0d53-4a0e-9a6e-0f3f7a4b8c11
         */
        "X-Request-Id": string;
        /**
         * @description Names this version: send it in If-None-Match to receive 304 while it is current.
         * @example W/"Zp2cYt0dYk1bT3mXo9QwJA"
         */
        ETag: string;
        /**
         * @description Seconds since the source sent this data.
         * @example 12
         */
        Age: number;
        /**
         * @description How long shared caches may store it.
         * @example public, max-age=0, s-maxage=300, stale-while-revalidate=300, stale-if-error=604800
         */
        "Cache-Control": string;
        /**
         * @description The pages around this one (RFC 8288): next, prev, first.
         * @example </bff/news?limit=2&cursor=WyIxMiIsMl0>; rel="next", </bff/news?limit=2>; rel="first"
         */
        Link: string;
        /**
         * @description Where the new event is.
         * @example /bff/events/id/20
         */
        Location: string;
        /**
         * @description Seconds to wait before the next try.
         * @example 30
         */
        "Retry-After": number;
        /**
         * @description Posts that are left, and seconds until they are all back.
         * @example "contact";r=4;t=600
         */
        RateLimit: string;
        /**
         * @description The rule: posts in a window of seconds.
         * @example "contact";q=5;w=600
         */
        "RateLimit-Policy": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listClaims: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what you have: 304 while it is the same. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All figures. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    Age: components["headers"]["Age"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Claim"][];
                        meta: components["schemas"]["AnswerMeta"];
                        links: components["schemas"]["Links"];
                    };
                };
            };
            /** @description Nothing has changed since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    Age: components["headers"]["Age"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter of the URL cannot be used, or the body cannot be parsed as its content type. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description We cannot send any of the content types in the Accept header. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listNews: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page holds, 1 to 100.
                 * @example 2
                 */
                limit?: number;
                /** @description Where to continue: take it from links or the Link header of another page of the same list; do not build your own. A list with another category, tag, when or sort is another list. */
                cursor?: string;
                /** @description Of this category alone, upper or lower case. */
                category?: string;
                /** @description With this tag alone, upper or lower case. */
                tag?: string;
                /** @description The order: source is that of the content source, the editors' order (the default); -publishedAt is newest first, publishedAt oldest first. Undated items are last. */
                sort?: "source" | "-publishedAt" | "publishedAt";
                /**
                 * @description Only these fields of each item, separated by commas; all of them when left out. Any of id, slug, language, title, excerpt, summary, body, isFeatured, image, categories, tags, author, source, publishedAt, publishedPrecision, views, relatedNews, relatedEvents, url, self.
                 * @example slug,title
                 */
                fields?: string;
            };
            header?: {
                /** @description The ETag of what you have: 304 while it is the same. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    Age: components["headers"]["Age"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: (components["schemas"]["NewsItem"] | components["schemas"]["NewsItemFields"])[];
                        meta: components["schemas"]["ListMeta"];
                        links: components["schemas"]["ListLinks"];
                    };
                };
            };
            /** @description Nothing has changed since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    Age: components["headers"]["Age"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter of the URL cannot be used, or the body cannot be parsed as its content type. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description We cannot send any of the content types in the Accept header. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            /** @description The source of news and events sent a response that cannot be used, and we have no cached data. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The source of news and events does not respond and we have no cached data, or the site is overloaded. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getNewsItem: {
        parameters: {
            query?: {
                /**
                 * @description Only these fields of each item, separated by commas; all of them when left out. Any of id, slug, language, title, excerpt, summary, body, isFeatured, image, categories, tags, author, source, publishedAt, publishedPrecision, views, relatedNews, relatedEvents, url, self.
                 * @example slug,title
                 */
                fields?: string;
            };
            header?: {
                /** @description The ETag of what you have: 304 while it is the same. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The item's slug, as lists hold it. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    Age: components["headers"]["Age"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewsItem"] | components["schemas"]["NewsItemFields"];
                        meta: components["schemas"]["AnswerMeta"];
                        links: components["schemas"]["Links"];
                    };
                };
            };
            /** @description Nothing has changed since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    Age: components["headers"]["Age"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter of the URL cannot be used, or the body cannot be parsed as its content type. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is nothing at this URL: the item never existed, or has been removed. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description We cannot send any of the content types in the Accept header. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            /** @description The source of news and events sent a response that cannot be used, and we have no cached data. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The source of news and events does not respond and we have no cached data, or the site is overloaded. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getNewsItemById: {
        parameters: {
            query?: {
                /**
                 * @description Only these fields of each item, separated by commas; all of them when left out. Any of id, slug, language, title, excerpt, summary, body, isFeatured, image, categories, tags, author, source, publishedAt, publishedPrecision, views, relatedNews, relatedEvents, url, self.
                 * @example slug,title
                 */
                fields?: string;
            };
            header?: {
                /** @description The ETag of what you have: 304 while it is the same. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The item's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    Age: components["headers"]["Age"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewsItem"] | components["schemas"]["NewsItemFields"];
                        meta: components["schemas"]["AnswerMeta"];
                        links: components["schemas"]["Links"];
                    };
                };
            };
            /** @description Nothing has changed since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    Age: components["headers"]["Age"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter of the URL cannot be used, or the body cannot be parsed as its content type. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is nothing at this URL: the item never existed, or has been removed. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description We cannot send any of the content types in the Accept header. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            /** @description The source of news and events sent a response that cannot be used, and we have no cached data. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The source of news and events does not respond and we have no cached data, or the site is overloaded. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description By the server's clock: still to come (the default), over, or all. */
                when?: "upcoming" | "past" | "all";
                /**
                 * @description How many items a page holds, 1 to 100.
                 * @example 2
                 */
                limit?: number;
                /** @description Where to continue: take it from links or the Link header of another page of the same list; do not build your own. A list with another category, tag, when or sort is another list. */
                cursor?: string;
                /** @description The order: startsAt is soonest first, the default of upcoming events; -startsAt is latest first, the default of past ones; source is that of the content source, the default of all. Undated events are last. */
                sort?: "source" | "startsAt" | "-startsAt";
                /**
                 * @description Only these fields of each item, separated by commas; all of them when left out. Any of id, slug, language, title, excerpt, description, status, image, startsAt, startPrecision, endsAt, endPrecision, location, venueDetails, ticketPrice, registrationUrl, contactInfo, contactHtml, mapEmbedUrl, mapLinkUrl, relatedEvents, updatedAt, url, self.
                 * @example slug,title
                 */
                fields?: string;
            };
            header?: {
                /** @description The ETag of what you have: 304 while it is the same. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    Age: components["headers"]["Age"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: (components["schemas"]["EventItem"] | components["schemas"]["EventItemFields"])[];
                        meta: components["schemas"]["ListMeta"];
                        links: components["schemas"]["ListLinks"];
                    };
                };
            };
            /** @description Nothing has changed since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    Age: components["headers"]["Age"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter of the URL cannot be used, or the body cannot be parsed as its content type. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description We cannot send any of the content types in the Accept header. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            /** @description The source of news and events sent a response that cannot be used, and we have no cached data. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The source of news and events does not respond and we have no cached data, or the site is overloaded. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request, best a UUID: one header of 8 to 200 letters, digits or any of . _ : - with or without quotation marks. For 24 hours the same key with the same body gets the first response again, and with another body 422. A request that was refused does not use up its key. Without one, each request makes an event.
                 * @example 7f3c1b0e-52d4-4c1b-9a51-0d2f9a6c8e11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventDraft"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WrittenEvent"];
                };
            };
            /** @description A parameter of the URL cannot be used, or the body cannot be parsed as its content type. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A change to events was sent without the staff token. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is not the right one, or a page of another site posted a form. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is nothing at this URL: the item never existed, or has been removed. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description An earlier request with the same Idempotency-Key is still being handled. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is longer than 32 KiB (32,768 bytes). */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            414: components["responses"]["URITooLong"];
            /** @description The body is not JSON in UTF-8. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body was read, but some of its fields are not valid, or its Idempotency-Key was used with another body. Nothing was stored. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description More was posted from this IP address, or by all clients together, than the rate limit allows. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            /** @description The source of news and events sent a response that cannot be used, and we have no cached data. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The source of news and events does not respond and we have no cached data, or the site is overloaded. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: {
                /**
                 * @description Only these fields of each item, separated by commas; all of them when left out. Any of id, slug, language, title, excerpt, description, status, image, startsAt, startPrecision, endsAt, endPrecision, location, venueDetails, ticketPrice, registrationUrl, contactInfo, contactHtml, mapEmbedUrl, mapLinkUrl, relatedEvents, updatedAt, url, self.
                 * @example slug,title
                 */
                fields?: string;
            };
            header?: {
                /** @description The ETag of what you have: 304 while it is the same. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The item's slug, as lists hold it. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    Age: components["headers"]["Age"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EventItem"] | components["schemas"]["EventItemFields"];
                        meta: components["schemas"]["AnswerMeta"];
                        links: components["schemas"]["Links"];
                    };
                };
            };
            /** @description Nothing has changed since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    Age: components["headers"]["Age"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter of the URL cannot be used, or the body cannot be parsed as its content type. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is nothing at this URL: the item never existed, or has been removed. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description We cannot send any of the content types in the Accept header. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            /** @description The source of news and events sent a response that cannot be used, and we have no cached data. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The source of news and events does not respond and we have no cached data, or the site is overloaded. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getEventById: {
        parameters: {
            query?: {
                /**
                 * @description Only these fields of each item, separated by commas; all of them when left out. Any of id, slug, language, title, excerpt, description, status, image, startsAt, startPrecision, endsAt, endPrecision, location, venueDetails, ticketPrice, registrationUrl, contactInfo, contactHtml, mapEmbedUrl, mapLinkUrl, relatedEvents, updatedAt, url, self.
                 * @example slug,title
                 */
                fields?: string;
            };
            header?: {
                /** @description The ETag of what you have: 304 while it is the same. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The item's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    Age: components["headers"]["Age"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EventItem"] | components["schemas"]["EventItemFields"];
                        meta: components["schemas"]["AnswerMeta"];
                        links: components["schemas"]["Links"];
                    };
                };
            };
            /** @description Nothing has changed since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    Age: components["headers"]["Age"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter of the URL cannot be used, or the body cannot be parsed as its content type. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is nothing at this URL: the item never existed, or has been removed. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description We cannot send any of the content types in the Accept header. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            /** @description The source of news and events sent a response that cannot be used, and we have no cached data. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The source of news and events does not respond and we have no cached data, or the site is overloaded. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The ETag of /bff/events/id/{id}: the version that the change is based on. An asterisk matches any. */
                "If-Match": string;
            };
            path: {
                /** @description The item's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventDraft"];
            };
        };
        responses: {
            /** @description Changed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WrittenEvent"];
                };
            };
            /** @description A parameter of the URL cannot be used, or the body cannot be parsed as its content type. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A change to events was sent without the staff token. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is not the right one, or a page of another site posted a form. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is nothing at this URL: the item never existed, or has been removed. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description Somebody else changed the event since you read it, so nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is longer than 32 KiB (32,768 bytes). */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            414: components["responses"]["URITooLong"];
            /** @description The body is not JSON in UTF-8. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body was read, but some of its fields are not valid, or its Idempotency-Key was used with another body. Nothing was stored. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A change to an event did not say which version it was made on. */
            428: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description More was posted from this IP address, or by all clients together, than the rate limit allows. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            /** @description The source of news and events sent a response that cannot be used, and we have no cached data. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The source of news and events does not respond and we have no cached data, or the site is overloaded. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The ETag of /bff/events/id/{id}: the version that the change is based on. An asterisk matches any. */
                "If-Match": string;
            };
            path: {
                /** @description The item's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter of the URL cannot be used, or the body cannot be parsed as its content type. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A change to events was sent without the staff token. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is not the right one, or a page of another site posted a form. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is nothing at this URL: the item never existed, or has been removed. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description Somebody else changed the event since you read it, so nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A change to an event did not say which version it was made on. */
            428: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description More was posted from this IP address, or by all clients together, than the rate limit allows. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            /** @description The source of news and events sent a response that cannot be used, and we have no cached data. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The source of news and events does not respond and we have no cached data, or the site is overloaded. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getNewsFeed: {
        parameters: {
            query?: {
                /**
                 * @description Five items a page, beside the featured one.
                 * @example 2
                 */
                page?: number;
                /** @description Of this category alone, upper or lower case. */
                category?: string | null;
                /** @description With this tag alone, upper or lower case. */
                tag?: string | null;
            };
            header?: {
                /** @description The ETag of what you have: 304 while it is the same. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    Age: components["headers"]["Age"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewsFeed"];
                        meta: components["schemas"]["AnswerMeta"];
                        links: components["schemas"]["Links"];
                    };
                };
            };
            /** @description Nothing has changed since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    Age: components["headers"]["Age"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter of the URL cannot be used, or the body cannot be parsed as its content type. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description We cannot send any of the content types in the Accept header. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            /** @description The source of news and events sent a response that cannot be used, and we have no cached data. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The source of news and events does not respond and we have no cached data, or the site is overloaded. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    search: {
        parameters: {
            query?: {
                /**
                 * @description What is looked for, 200 characters at most. All words must be there, or words that begin like them; case and diacritics do not matter. Nothing in it is an operator.
                 * @example clean water
                 */
                q?: string;
                /**
                 * @description In place of q: the path of a page, for what else there is to read on its subject.
                 * @example /projects/current/x
                 */
                like?: string;
                /** @description Results of this kind alone. */
                kind?: "page" | "project" | "story" | "announcement" | "question" | "download" | "news" | "event";
                /**
                 * @description How many items a page holds, 1 to 100.
                 * @example 2
                 */
                limit?: number;
                /**
                 * @description Which page of the results.
                 * @example 2
                 */
                page?: number;
                /** @description Of pages that exist in English and in Kiswahili, those in this language. */
                lang?: "en" | "sw";
            };
            header?: {
                /** @description The ETag of what you have: 304 while it is the same. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    Age: components["headers"]["Age"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SearchResults"];
                        meta: components["schemas"]["AnswerMeta"];
                        links: components["schemas"]["Links"];
                    };
                };
            };
            /** @description Nothing has changed since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    Age: components["headers"]["Age"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter of the URL cannot be used, or the body cannot be parsed as its content type. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description We cannot send any of the content types in the Accept header. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            /** @description The source of news and events sent a response that cannot be used, and we have no cached data. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The source of news and events does not respond and we have no cached data, or the site is overloaded. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getEventsFeed: {
        parameters: {
            query?: {
                /**
                 * @description Which page of the events that are over.
                 * @example 2
                 */
                past?: number;
            };
            header?: {
                /** @description The ETag of what you have: 304 while it is the same. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    Age: components["headers"]["Age"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EventsFeed"];
                        meta: components["schemas"]["AnswerMeta"];
                        links: components["schemas"]["Links"];
                    };
                };
            };
            /** @description Nothing has changed since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    Age: components["headers"]["Age"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter of the URL cannot be used, or the body cannot be parsed as its content type. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description We cannot send any of the content types in the Accept header. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            /** @description The source of news and events sent a response that cannot be used, and we have no cached data. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The source of news and events does not respond and we have no cached data, or the site is overloaded. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventDraft"];
            };
        };
        responses: {
            /** @description As it would be. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EventPreview"] | null;
                        links: Record<string, never>;
                    };
                };
            };
            /** @description A parameter of the URL cannot be used, or the body cannot be parsed as its content type. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A change to events was sent without the staff token. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is not the right one, or a page of another site posted a form. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is nothing at this URL: the item never existed, or has been removed. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description The body is longer than 32 KiB (32,768 bytes). */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            414: components["responses"]["URITooLong"];
            /** @description The body is not JSON in UTF-8. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body was read, but some of its fields are not valid, or its Idempotency-Key was used with another body. Nothing was stored. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description More was posted from this IP address, or by all clients together, than the rate limit allows. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendContactMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request, best a UUID: one header of 8 to 200 letters, digits or any of . _ : - with or without quotation marks. For 24 hours the same key with the same body gets the first response again, and with another body 422. A request that was refused does not use up its key. Without one, the same text on one day is one message.
                 * @example 7f3c1b0e-52d4-4c1b-9a51-0d2f9a6c8e11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactMessage"];
            };
        };
        responses: {
            /** @description The foundation has it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormTaken"];
                };
            };
            /** @description It is stored on our disk until it is handled. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormTaken"];
                };
            };
            /** @description A parameter of the URL cannot be used, or the body cannot be parsed as its content type. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is not the right one, or a page of another site posted a form. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description An earlier request with the same Idempotency-Key is still being handled. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is longer than 32 KiB (32,768 bytes). */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            414: components["responses"]["URITooLong"];
            /** @description The body is not JSON in UTF-8. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body was read, but some of its fields are not valid, or its Idempotency-Key was used with another body. Nothing was stored. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description More was posted from this IP address, or by all clients together, than the rate limit allows. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            /** @description The source of news and events sent a response that cannot be used, and we have no cached data. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The source of news and events does not respond and we have no cached data, or the site is overloaded. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    applyAsVolunteer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request, best a UUID: one header of 8 to 200 letters, digits or any of . _ : - with or without quotation marks. For 24 hours the same key with the same body gets the first response again, and with another body 422. A request that was refused does not use up its key. Without one, the same text on one day is one message.
                 * @example 7f3c1b0e-52d4-4c1b-9a51-0d2f9a6c8e11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VolunteerApplication"];
            };
        };
        responses: {
            /** @description It is stored on our disk until it is handled. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormTaken"];
                };
            };
            /** @description A parameter of the URL cannot be used, or the body cannot be parsed as its content type. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is not the right one, or a page of another site posted a form. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description An earlier request with the same Idempotency-Key is still being handled. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is longer than 32 KiB (32,768 bytes). */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            414: components["responses"]["URITooLong"];
            /** @description The body is not JSON in UTF-8. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body was read, but some of its fields are not valid, or its Idempotency-Key was used with another body. Nothing was stored. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description More was posted from this IP address, or by all clients together, than the rate limit allows. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            /** @description The source of news and events does not respond and we have no cached data, or the site is overloaded. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    proposePartnership: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request, best a UUID: one header of 8 to 200 letters, digits or any of . _ : - with or without quotation marks. For 24 hours the same key with the same body gets the first response again, and with another body 422. A request that was refused does not use up its key. Without one, the same text on one day is one message.
                 * @example 7f3c1b0e-52d4-4c1b-9a51-0d2f9a6c8e11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PartnershipInquiry"];
            };
        };
        responses: {
            /** @description It is stored on our disk until it is handled. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormTaken"];
                };
            };
            /** @description A parameter of the URL cannot be used, or the body cannot be parsed as its content type. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is not the right one, or a page of another site posted a form. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            408: components["responses"]["RequestTimeout"];
            /** @description An earlier request with the same Idempotency-Key is still being handled. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is longer than 32 KiB (32,768 bytes). */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            414: components["responses"]["URITooLong"];
            /** @description The body is not JSON in UTF-8. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body was read, but some of its fields are not valid, or its Idempotency-Key was used with another body. Nothing was stored. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description More was posted from this IP address, or by all clients together, than the rate limit allows. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            /** @description The source of news and events does not respond and we have no cached data, or the site is overloaded. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    issueFormToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A token. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            token: string;
                        };
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description We cannot send any of the content types in the Accept header. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            /** @description The source of news and events does not respond and we have no cached data, or the site is overloaded. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
