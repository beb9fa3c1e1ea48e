/** Attempts to run code in another person's page. Each contains the word `payload` in a dangerous place. */
export const payloads = [
  '<script>payload(1)</script>',
  '</script><script>payload(1)</script>',
  '<img src=x onerror=payload(1)>',
  '"><img src=x onerror=payload(1)>',
  "'><svg onload=payload(1)>",
  '<svg><script>payload(1)</script></svg>',
  '<svg/onload=payload(1)>',
  '<iframe src="javascript:payload(1)"></iframe>',
  '<a href="javascript:payload(1)">x</a>',
  'javascript:payload(1)',
  'JaVaScRiPt:payload(1)',
  'java\tscript:payload(1)',
  ' javascript:payload(1)',
  'data:text/html,<script>payload(1)</script>',
  'vbscript:payload(1)',
  '<body onload=payload(1)>',
  '<math><mi//xlink:href="data:x,<script>payload(1)</script>">',
  '<details open ontoggle=payload(1)>',
  '<input autofocus onfocus=payload(1)>',
  '<style>@import "//payload.example"</style>',
  '<link rel=stylesheet href=//payload.example>',
  '<meta http-equiv=refresh content="0;url=javascript:payload(1)">',
  '<base href=//payload.example/>',
  '<object data="javascript:payload(1)">',
  '<template><script>payload(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=payload(1)>">',
  '<!--><script>payload(1)</script>-->',
  '{{constructor.constructor("payload(1)")()}}',
  '\u2028<script>payload(1)</script>\u2029',
  '&lt;script&gt;payload(1)&lt;/script&gt;<script>payload(1)</script>',
]

interface Found {
  /** Names of elements. */
  tags: Set<string>
  /** Addresses that a browser would load or link to. */
  urls: string[]
  /** Attributes that a browser would execute. */
  handlers: string[]
  text: string
}

/** What text could become if it were markup. */
export function inspectPage(page: Document): Found {
  const attributes = [...page.querySelectorAll('*')].flatMap((element) => Array.from(element.attributes))
  return {
    tags: new Set([...page.querySelectorAll('*')].map((element) => element.localName)),
    urls: attributes
      .filter(({ name }) => /^(?:href|src|srcset|action|formaction|xlink:href|data|poster|srcdoc)$/.test(name))
      .map(({ value }) => value),
    handlers: attributes.filter(({ name }) => /^on|^style$/.test(name)).map(({ name, value }) => `${name}=${value}`),
    text: page.body.textContent,
  }
}

export const inspectHtml = (html: string): Found => inspectPage(new DOMParser().parseFromString(html, 'text/html'))
