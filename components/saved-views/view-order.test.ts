// @vitest-environment jsdom
import { expect, it } from 'vitest'
import type { Translator } from '@/lib/messages/translator'
import { arrangeViews } from '@/lib/saved-views/model'
import type { ViewBar } from '@/lib/saved-views/schema'
import { orderViews } from './view-order'

const t = ((key: string) => key) as unknown as Translator<'savedViews'>

it('a view that is dropped behind the hidden view that is open becomes the last one', () => {
  const bar: ViewBar = { ordered: [], hidden: ['in-progress'] }
  const { shown } = arrangeViews([], bar)
  const stored: ViewBar[] = []
  const { drop } = orderViews(shown, bar, (next) => stored.push(next), t)
  drop('all', 'in-progress', 'after')
  drop('all', 'in-progress', 'before')
  drop('all', 'failed-week', 'after')
  expect(stored.map(({ ordered }) => ordered)).toEqual([
    ['failed-week', 'unreviewed', 'all'],
    ['failed-week', 'unreviewed', 'all'],
    ['failed-week', 'all', 'unreviewed'],
  ])
})
