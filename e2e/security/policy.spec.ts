import type { Page } from '@playwright/test'
import type { TestConsole } from '@/lib/testing/harness'
import { someADay } from '@/lib/testing/random-runs'
import { expect, test } from '../fixtures'
import { forEachOf, RawClient } from './raw'

async function expectFreshNonces(app: TestConsole, loads: number): Promise<void> {
  const client = new RawClient(app.url)
  const seen = new Set<string>()
  const faults: string[] = []
  await forEachOf(
    Array.from({ length: loads }, (_, at) => at),
    4,
    async () => {
      const { headers, body } = await client.send('/sign-in')
      const policy = String(headers['content-security-policy'])
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
      seen.add(nonce)
      const scripts = body.match(/<script[^>]*>/g) ?? []
      if (scripts.length < 3 || scripts.some((tag) => !tag.includes(`nonce="${nonce}"`))) faults.push(scripts.join())
      if (/unsafe-(inline|eval)|https?:|\*/.test(policy.replace(/report-uri[^;]*/, ''))) faults.push(policy)
    },
  )
  client.close()
  expect(faults.slice(0, 3)).toEqual([])
  expect(seen.size).toBe(loads)
}

test('fifty loads each have a new nonce on every script', { tag: ['@smoke', '@S16'] }, async ({ console: app }) => {
  await expectFreshNonces(app, 50)
})

test('a thousand loads each have a new nonce on every script', { tag: ['@S16'] }, async ({ console: app }) => {
  await expectFreshNonces(app, 1_000)
})

/** Each tries to run a script in the page and sets `window.pwned` if it succeeds. */
const sinks: ReadonlyArray<readonly [string, string]> = [
  ['innerHTML', `document.body.innerHTML = '<img src=x onerror="window.pwned=1">'`],
  ['outerHTML', `document.body.appendChild(document.createElement('p')).outerHTML = '<svg onload="window.pwned=1">'`],
  ['insertAdjacentHTML', `document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.pwned=1">')`],
  ['document.write', `document.write('<script>window.pwned=1</scr' + 'ipt>')`],
  [
    'srcdoc',
    `document.body.appendChild(document.createElement('iframe')).srcdoc = '<script>parent.pwned=1</scr' + 'ipt>'`,
  ],
  ['script text', `{ const s = document.createElement('script'); s.text = 'window.pwned=1'; document.body.append(s) }`],
  [
    'script src',
    `{ const s = document.createElement('script'); s.src = 'data:text/javascript,window.pwned=1'; document.body.append(s) }`,
  ],
  [
    'foreign script',
    `{ const s = document.createElement('script'); s.src = 'http://127.0.0.1:9/x.js'; document.body.append(s) }`,
  ],
  ['event handler attribute', `document.body.setAttribute('onclick', 'window.pwned=1'); document.body.click()`],
  [
    'javascript: link',
    `{ const a = document.createElement('a'); a.href = 'javascript:window.pwned=1'; document.body.append(a); a.click() }`,
  ],
  ['worker from a blob', `new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])))`],
  [
    'DOMParser',
    `document.body.append(...new DOMParser().parseFromString('<img src=x onerror="window.pwned=1">', 'text/html').body.childNodes)`,
  ],
]

/** Runs `attack` as code of the page's own script, because no policy blocks code that the debugger evaluates. */
async function runAsPage(page: Page, attack: string): Promise<void> {
  await page.route('**/sign-in', async (route) => {
    const response = await route.fetch()
    const trap = `addEventListener('attack', () => { try { ${attack} } catch (e) { window.refused = String(e) } window.attacked = true })`
    const [, nonce] = /'nonce-([^']+)'/.exec(response.headers()['content-security-policy'] ?? '') ?? []
    const script = `<script nonce="${nonce}">${trap.replaceAll('</', '<\\/')}</script>`
    await route.fulfill({ response, body: (await response.text()).replace('</head>', () => `${script}</head>`) })
  })
  await page.goto('/sign-in')
  await page.evaluate(() => dispatchEvent(new Event('attack')))
  await page.waitForFunction('window.attacked === true')
}

test.describe('script sinks', () => {
  test.use({ role: null })

  test(
    "refuse a page's script that tries to run another script, in each of twelve ways",
    { tag: ['@smoke', '@S16'] },
    async ({ context, tolerate }) => {
      // The attempts log errors, as expected.
      tolerate(/./)
      expect(sinks).toHaveLength(12)
      for (const [name, attack] of someADay(sinks, 3))
        await test.step(name, async () => {
          const page = await context.newPage()
          const violations: string[] = []
          page.on('console', (message) => violations.push(message.text()))
          await runAsPage(page, attack)
          // The attempt threw an error, or the browser reported that it was blocked.
          await expect
            .poll(async () => violations.length > 0 || (await page.evaluate('window.refused')) !== undefined)
            .toBe(true)
          expect(await page.evaluate('window.pwned')).toBeUndefined()
          await page.close()
        })
    },
  )
})
