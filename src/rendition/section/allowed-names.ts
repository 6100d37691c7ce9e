// Generated from shared/allowlists/ by npm run docs.
export const htmlTags =
  'a abbr acronym address area article aside audio b bdi bdo big blockquote br caption center cite code col colgroup data dd del details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main map mark menu nav ol p pre q rb rp rt rtc ruby s samp section small source span strike strong sub summary sup table tbody td tfoot th thead time tr track tt u ul var video wbr';
export const htmlAttributes =
  'abbr align alt axis border cellpadding cellspacing clear colspan controls coords datetime default dir frame headers height hidden hspace kind label loop muted name noshade nowrap open playsinline preload reversed role rowspan rules scope shape span srclang start summary title translate type usemap valign value vspace width';
export const externalLinkPrefixes = 'http:// https:// mailto: tel:';
