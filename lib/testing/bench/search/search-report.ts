import { say } from '@/lib/testing/bench/tools'

export interface Figure {
  name: string
  clients: number
  requests: number
  perSecond: number
  /** Time of the route handler. */
  handlerP50Ms: number
  handlerP95Ms: number
  clientP95Ms: number
  targetMs: number | null
  /** The first wrong responses. */
  wrong: string[]
  ok: boolean
}

const columns: ReadonlyArray<[head: string, width: number, read: (figure: Figure) => string]> = [
  ['clients', 8, ({ clients }) => String(clients)],
  ['asked', 7, ({ requests }) => String(requests)],
  ['/s', 7, ({ perSecond }) => perSecond.toFixed(0)],
  ['p50', 8, ({ handlerP50Ms }) => handlerP50Ms.toFixed(1)],
  ['p95', 8, ({ handlerP95Ms }) => handlerP95Ms.toFixed(1)],
  ['client', 8, ({ clientP95Ms }) => clientP95Ms.toFixed(1)],
  ['target', 8, ({ targetMs }) => (targetMs === null ? '' : String(targetMs))],
]

/** Rows of the table of results, below its header when `withHead`. Times are ms. */
export function printFigures(figures: readonly Figure[], withHead: boolean): void {
  if (withHead) say('what'.padEnd(36) + columns.map(([head, width]) => head.padStart(width)).join(''))
  for (const figure of figures) {
    const verdict = figure.targetMs === null && figure.ok ? '' : figure.ok ? 'ok' : 'MISSED'
    say(
      `${figure.name.padEnd(36)}${columns.map(([, width, read]) => read(figure).padStart(width)).join('')}  ${verdict}`,
    )
    for (const wrong of figure.wrong) say(`  wrong: ${wrong}`)
  }
}
