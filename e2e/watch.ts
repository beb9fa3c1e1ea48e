import type { BrowserContext, Page, Response } from '@playwright/test'
import { eventsPath } from '@/lib/events/schema'
import { canaries } from '@/lib/testing/harness'

/** Files of the build, which a worker's console answers always alike: searched once each, however often they are loaded. */
const searchedFiles = new Set<string>()

const secretBytes = Object.values(canaries).map((canary) => Buffer.from(canary))

/** Some files of the demo are not there yet, as at the service; browsers say so for each picture. No page can help it. */
const missingFile = /status of 404 \(Not Found\) \(http:[^ ]+\/api\/media\/audit_/

/** Notes whatever a page must never show: noise in the browser's console, errors, policy violations, secrets. */
export class Watch {
  readonly faults: string[] = []
  readonly tolerated: RegExp[] = [missingFile]
  readonly #reading: Array<Promise<void>> = []
  #isOver = false

  follow(page: Page): void {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        this.#note(`console: ${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (error) => this.#note(`page error: ${error.message}`))
    page.on('response', (response) => {
      // The page closes now: what comes still cannot be read any more.
      if (this.#isOver) return
      // Blobs are made in the page, of answers that were searched when they came. Where a browser keeps no body of one,
      // Playwright asks for it once more in the name of the page, whose policy refuses that.
      if (response.url().startsWith('blob:')) return
      const searched = this.#search(response)
      // A stream of events ends with its page: it is searched then, and nothing can wait for that.
      if (new URL(response.url()).pathname !== eventsPath) this.#reading.push(searched)
    })
  }

  #note(fault: string): void {
    if (!this.tolerated.some((pattern) => pattern.test(fault))) this.faults.push(fault)
  }

  async #search(response: Response): Promise<void> {
    const { pathname } = new URL(response.url())
    if (searchedFiles.has(pathname)) return
    const headers = JSON.stringify(await response.allHeaders().catch(() => ({})))
    // A body that is gone (redirect, aborted, left behind by a navigation) was not shown either.
    const body = await response.body().catch(() => Buffer.alloc(0))
    if (pathname.startsWith('/_next/static/') && body.length > 0) searchedFiles.add(pathname)
    for (const canary of secretBytes)
      if (headers.includes(canary.toString()) || body.includes(canary))
        this.faults.push(`a secret was seen in ${response.url()}`)
  }

  async finish(): Promise<string[]> {
    for (let known = -1; known !== this.#reading.length;) {
      known = this.#reading.length
      await Promise.all(this.#reading)
    }
    this.#isOver = true
    return this.faults
  }
}

/** Turns every violation of the content policy into an error of the console, where Watch finds it. */
export async function reportViolations(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, sample }) => {
      // oxlint-disable-next-line no-console
      console.error(`policy violation: ${violatedDirective} ${blockedURI} ${sourceFile} ${sample}`)
    })
  })
}
