import { describe, expect, it } from 'vitest'
import { findRawAddresses } from './raw-addresses'
import { isTest, readSources } from './sources'

const ofBrowser =
  /^(?:app\/(?!api\/)|components\/|lib\/browser\/|lib\/[^/]+\/(?:[a-z-]+-)?(?:queries|use-[a-z-]+)\.tsx?$)/

/** Expressions that are already an address, or no path of Sightline, by file. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  // The address of this page, as the browser has it.
  'app/reset-password/reset-password-form.tsx': ['window.location.pathname'],
  'components/factors/proof-return.tsx': ['url'],
  'components/filters/use-search-text.ts': ['before'],
  'components/report/copy-link.tsx': ['url.hash'],
  'components/report/use-target-item.ts': [
    '`${window.location.pathname}${window.location.search}`',
    'window.location.pathname',
  ],
  'components/saved-views/use-view-address.ts': ['window.location.pathname', 'href'],
  'components/system/check-panel.tsx': ['url.hash'],
  'lib/browser/leave-guard.ts': ['window.location.origin', 'window.location.pathname', 'link.href'],
  'lib/browser/pending-navigation.ts': ['location.pathname'],
  'lib/browser/sign-in/authenticator.ts': ['window.location.origin'],
  // Addresses outside Sightline.
  'app/sign-in/single-sign-on.tsx': ["await startSingleSignOn(next, 'sign-in')"],
  'components/exports/elsewhere-dialog.tsx': ['elsewhere.url'],
  'components/factors/prove-at-issuer.tsx': ['location'],
  'components/factors/totp-set-up.tsx': ['uri'],
  'components/media/viewer/exif-facts.tsx': ['mapHref(place)'],
  'components/report/answers/answer-view.tsx': ['mapHref(coordinates)', 'answer.link'],
  // Complete addresses.
  'components/people/mailbox-page.tsx': ['part'],
  'components/ui/data-table/row-menu.tsx': ['link'],
  // An empty window, bytes, and a part of the page.
  'components/factors/recovery-code-list.tsx': ["''"],
  'components/insights/picture.ts': [
    '`data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`',
  ],
  'components/media/panes/heic.ts': ['url'],
  'components/report/outline.tsx': ['isPresent ? `#${sectionAnchor(section.key)}` : undefined'],
  // Arguments that are passed on unchanged.
  'lib/browser/live/live.ts': ['...given'],
}

describe('an address in the browser', () => {
  const sources = readSources().filter(
    ({ file }) => ofBrowser.test(file) && !isTest(file) && !/\/testing[-.]/.test(file),
  )
  const found = sources.flatMap(findRawAddresses)

  it('has the path under which Sightline is served, because addressOf adds it', () => {
    const raw = found.filter(({ file, expression }) => exceptions[file]?.includes(expression) !== true)
    expect(raw.map(({ file, line, expression }) => `${file}:${line} ${expression}`)).toEqual([])
  })

  it('is listed as an exception only where it still occurs', () => {
    const places = new Set(found.map(({ file, expression }) => `${file} ${expression}`))
    const listed = Object.entries(exceptions).flatMap(([file, list]) =>
      list.map((expression) => `${file} ${expression}`),
    )
    expect(listed.filter((entry) => !places.has(entry))).toEqual([])
  })

  it.each([
    'const x = <a href="/inspections">x</a>',
    'const x = <img src={thumbHref(id)} />',
    'const x = <form action="/search" />',
    "fetch('/api/inspections')",
    'void globalThis.fetch(path, { method })',
    "window.location.assign('/')",
    'location.replace(next)',
    "window.open(hrefOf(row), '_blank')",
    "window.history.replaceState(null, '', href)",
    "navigator.sendBeacon('/api/x')",
    "new EventSource('/api/events')",
    "new Worker('/worker.js')",
    'new URL(href, window.location.href)',
    'picture.src = href',
    'const path = window.location.pathname',
  ])('is reported as raw in %s', (text) => {
    expect(findRawAddresses({ file: 'components/x/x.tsx', text })).toHaveLength(1)
  })

  it.each([
    'const x = <a href={addressOf("/api/x")}>x</a>',
    'const x = <a href="#main">x</a>',
    'const x = <Link href="/inspections">x</Link>',
    "fetch(addressOf('/api/inspections'))",
    "router.replace('/inspections')",
    "text.replace('a', 'b')",
    "new Worker(new URL('./x.ts', import.meta.url))",
    'new URL(text)',
    'const { search } = window.location',
  ])('is accepted in %s', (text) => {
    expect(findRawAddresses({ file: 'components/x/x.tsx', text })).toEqual([])
  })
})
