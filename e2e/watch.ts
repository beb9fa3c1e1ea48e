import type { BrowserContext, Page, Response } from '@playwright/test'
import { eventsPath } from '@/lib/events/values-model'
import { canaries } from '@/lib/testing/harness'

/**
 * Files of the build, which are always the same at a worker's console. Each is searched once, however often it is
 * loaded.
 */
const searchedFiles = new Set<string>()

const secretBytes = Object.values(canaries).map((canary) => Buffer.from(canary))

/**
 * Some files of the demo do not exist, as in the real service. Browsers report each missing picture, and no page can
 * prevent it.
 */
const missingFile = /status of 404 \(Not Found\) \(http:[^ ]+\/api\/media\/audit_/

/** Records what a page must never show: messages in the browser's console, errors, policy violations, secrets. */
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
      // The page closes now, so later responses cannot be read.
      if (this.#isOver) return
      // The page creates blobs from responses that were already searched. If the browser kept no body for a blob,
      // Playwright requests it again from the page, and the page's policy refuses that.
      if (response.url().startsWith('blob:')) return
      const searched = this.#search(response)
      // An event stream ends with its page and is searched then. Nothing can wait for it.
      if (!new URL(response.url()).pathname.endsWith(eventsPath)) this.#reading.push(searched)
    })
  }

  #note(fault: string): void {
    if (!this.tolerated.some((pattern) => pattern.test(fault))) this.faults.push(fault)
  }

  async #search(response: Response): Promise<void> {
    const { pathname } = new URL(response.url())
    if (searchedFiles.has(pathname)) return
    const headers = JSON.stringify(await response.allHeaders().catch(() => ({})))
    // A missing body (redirect, aborted, or dropped by a navigation) was not shown either.
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

/** Turns every violation of the content policy into an error in the console, which Watch collects. */
export async function reportViolations(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, sample }) => {
      // oxlint-disable-next-line no-console
      console.error(`policy violation: ${violatedDirective} ${blockedURI} ${sourceFile} ${sample}`)
    })
  })
}
