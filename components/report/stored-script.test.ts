// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { inspectHtml, payloads } from '@/components/testing-stored-script'
import { knownTypes } from '@/lib/report/answers'
import { oneADay, someADay } from '@/lib/testing/random-runs'
import { renderReport } from './testing'

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

describe('text of the service', { tags: ['S17'] }, () => {
  const harmless = inspectHtml(renderReport(documentOf('plain text'), '?skipped=true')).tags

  const check = (text: string, search: string) => {
    const { tags, urls, handlers, text: words } = inspectHtml(renderReport(documentOf(text), search))
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
