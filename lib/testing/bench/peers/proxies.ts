import type { Verdict } from '../compare'
import { readCpu } from '../cpu'
import { compareAll, empty, openAsk, proxyComparisons, signInViewer, withQuickService } from '../passthrough'

interface Effort {
  rounds: number
  roundMs: number
}

/** Compares the pass-through with Next alone, and both with a bare handler of Node. Null when there is no build. */
export async function compareProxies({ rounds, roundMs }: Effort): Promise<Verdict[] | null> {
  return await withQuickService({}, async (app, load, upstream) => {
    const ask = await openAsk(app, await signInViewer(app), roundMs)
    const [small, anyPath, large] = proxyComparisons(ask)
    // The service of the bench is such a handler. The pass-through forwards its responses.
    const bare = { ...small.ours.round, origin: upstream, paths: ['/audits/search'], headers: {} }
    const beside = { name: 'bare handler of Node', round: bare }
    const forward = {
      name: 'handler that only forwards',
      round: { ...small.ours.round, paths: ['/api/bench/forward/audits/search?field=audit_id'] },
    }
    const comparisons = [
      { ...small, floor: 0.95 },
      { ...anyPath, floor: 0.95 },
      { ...anyPath, name: 'handler that only forwards / empty handler of any path', ours: forward, floor: 0 },
      { ...small, name: 'pass-through of 2 KB / handler that only forwards', theirs: forward, floor: 0 },
      { ...large, floor: 0.8 },
      { ...small, name: 'pass-through of 2 KB / bare handler of Node', theirs: beside, floor: 0 },
      {
        name: 'empty handler / bare handler of Node',
        ours: { name: 'empty handler', round: ask(...empty) },
        theirs: beside,
        floor: 0,
      },
    ]
    return await compareAll(comparisons, { rounds, roundMs }, load, () => readCpu(app.pid).ownMs)
  })
}
