// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { knownTypes } from '@/lib/report/answers'
import { oneADay, someADay } from '@/lib/testing/random-runs'
import { renderReport } from './testing'

/** Attempts to run code in another person's page. Each contains the word `payload` in a dangerous place. */
const payloads = [
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

/** A document with `text` in every text field, for every item type and an unknown one. */
function documentOf(text: string): unknown {
  const media = (id: string) => ({ media_id: id, file_ext: text, label: text, date_created: text, href: text })
  const item = (type: string, index: number) => ({
    item_id: `${text}${index}`,
    parent_id: index === 0 ? null : `${text}0`,
    label: text,
    type,
    media: [media(`${text}${index}`), { media_id: `plain-${index}`, file_ext: 'jpg', href: text }],
    responses: {
      selected: [{ id: text, label: text, short_label: text, colour: text, image: text }],
      failed: true,
      text,
      name: text,
      datetime: text,
      timestamp: text,
      location_text: text,
      location: { formatted_address: [text], name: text },
      weather: { weather_conditions: text, temperature: text, [text]: text },
      assets: [text, { id: text, name: text }],
      image: media(`image-${index}`),
      [text]: text,
    },
    options: { link: text, url: text, element: text, type: 'link', media: text, [text]: text },
    [text]: { [text]: text },
    scoring: { score: text, combined_score: text },
  })
  const types = ['section', ...knownTypes, text]
  return {
    audit_id: text,
    template_id: text,
    modified_at: text,
    audit_data: {
      name: text,
      authorship: { author: text, owner: `${text}2` },
      site: { name: text, area: { name: text }, region: { name: text } },
      date_started: text,
    },
    template_data: { metadata: { name: text, description: text, image: text } },
    header_items: [],
    items: types.map(item),
    media: [media(`whole-${text}`)],
  }
}

/** Element names, addresses that a browser would load or link to, and attributes that it would execute. */
function inspect(html: string): { tags: Set<string>; urls: string[]; handlers: string[]; text: string } {
  const page = new DOMParser().parseFromString(html, 'text/html')
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

describe('text of the service', { tags: ['S17'] }, () => {
  const harmless = inspect(renderReport(documentOf('plain text'), '?skipped=true')).tags

  const check = (text: string, search: string) => {
    const { tags, urls, handlers, text: words } = inspect(renderReport(documentOf(text), search))
    expect([...tags].filter((tag) => !harmless.has(tag))).toEqual([])
    expect(handlers).toEqual([])
    // In links to pages, a text must be one encoded segment or one encoded value.
    const isOurs =
      /^(?:\/api\/media\/[^/]+\/[^/]+(?:\/thumb\?size=(?:small|medium|large))?$|\/(?:inspections\/sites|templates|assets)\/[\w.~!*'()%-]+$|\/users\/named\?name=[\w.*+%-]+$|#)/
    expect(urls.filter((url) => !isOurs.test(url))).toEqual([])
    expect(words.includes(text.trim())).toBe(true)
  }

  it.each(payloads)('%j is shown as text and never as markup', { tags: ['full'] }, (text) =>
    check(text, '?skipped=true'),
  )

  // An address works only as the whole text. Markup also works in the middle of a text, as in the next test.
  it.each(
    someADay(
      payloads.filter((text) => /^\s?[a-z]+\s?[a-z]+:/i.test(text)),
      3,
    ),
  )('%j never becomes the address of a link', (text) => check(text, '?skipped=true'))

  it.each(oneADay(['?skipped=true', '?show=failed-first', '?show=failed-only', '?tab=media']))(
    'stays text in the view %s',
    (search) => check(payloads.join('\n'), search),
  )

  it('in the link of an information item is used only if it is an address, and then without an opener', () => {
    const item = {
      item_id: 'i',
      label: 'Manual',
      type: 'information',
      options: { type: 'link', link: 'https://manuals.example/a?b=1&c=2' },
    }
    const html = renderReport({ items: [item] })
    expect(html).toContain('href="https://manuals.example/a?b=1&amp;c=2"')
    expect(html).toMatch(/<a [^>]*rel="noopener noreferrer"/)
  })
})
