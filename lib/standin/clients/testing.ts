import * as z from 'zod'

/** How a client of the service reaches it in a test: over HTTP, or through route handlers of a console. */
export interface Reach {
  /** Without a trailing slash. */
  baseUrl: string
  token: string
  send(request: Request): Promise<Response>
  /** Where to request a link from a response. Default: the address of the link. */
  locate?(href: string): string
  /** Called between two polls for a document, where clients sleep. */
  onPoll?(): void
}

/** Connects over HTTP. It moves the clock instead of sleeping. */
export function reachOverHttp(
  standin: { baseUrl: string; token: string },
  onPoll: () => void = () => undefined,
): Reach {
  return { baseUrl: standin.baseUrl, token: standin.token, send: (request) => fetch(request), onPoll }
}

export const searchAnswer = z.object({
  count: z.number(),
  total: z.number(),
  audits: z.array(z.object({ audit_id: z.string(), modified_at: z.string(), template_id: z.string().optional() })),
})
export type Row = z.infer<typeof searchAnswer>['audits'][number]

/** The JSON of a response that the client relies on. @throws with the request for any other status or shape */
export async function readAs<Shape>(schema: z.ZodType<Shape>, request: Request, answer: Response): Promise<Shape> {
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${request.method} ${request.url}: ${answer.status} ${text.slice(0, 300)}`)
  const parsed = schema.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(`${request.method} ${request.url}: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

/** Runs a function for each element, a few at a time. */
export async function forEachOf<Item>(
  items: readonly Item[],
  atOnce: number,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of waiting) await act(item)
    }),
  )
}

/**
 * The rows of each page for a client that continues from the time of a page's last row, when the bound includes that
 * instant. `rows` is in the order of the service.
 */
export function planPages(rows: ReadonlyArray<{ modified_at: string }>, most = 1_000): number[] {
  const pages: number[] = []
  for (let from = 0, seen = 0; seen < rows.length;) {
    const to = Math.min(rows.length, from + most)
    pages.push(to - from)
    seen = to
    const edge = rows[to - 1]?.modified_at
    from = rows.findIndex(({ modified_at: at }) => at === edge)
  }
  return pages
}
