import { announce } from '@/lib/browser/announce'
import type { Translator } from '@/lib/messages/translator'
import type { BarView } from '@/lib/saved-views/model'
import type { ViewBar } from '@/lib/saved-views/schema'

/** Reorders, hides and shows the views of the bar. Each change sends the whole new order. */
export function orderViews(
  shown: readonly BarView[],
  bar: ViewBar,
  onArrange: (bar: ViewBar) => void,
  t: Translator<'savedViews'>,
) {
  const arrange = (ordered: readonly string[], hides: readonly string[] = bar.hidden) =>
    onArrange({ ordered: [...ordered], hidden: [...hides] })
  const place = (key: string, index: number) => {
    const rest = shown.filter((view) => view.key !== key)
    const view = shown.find((other) => other.key === key)
    if (view === undefined || index < 0 || index > rest.length) return
    arrange([...rest.slice(0, index), view, ...rest.slice(index)].map((each) => each.key))
    announce(t('moved', { name: view.name, place: index + 1, count: shown.length }))
  }
  const move = (key: string, by: -1 | 1) => place(key, shown.findIndex((view) => view.key === key) + by)
  const drop = (key: string, onto: string, side: 'before' | 'after') => {
    const rest = shown.filter((view) => view.key !== key)
    const at = rest.findIndex((view) => view.key === onto)
    // An active view that the person has hidden is the last tab, but has no place in the order.
    place(key, at === -1 ? rest.length : at + (side === 'after' ? 1 : 0))
  }
  return {
    move,
    drop,
    hide: (key: string) => arrange(bar.ordered, [...bar.hidden, key]),
    unhide: (key: string) =>
      arrange(
        bar.ordered,
        bar.hidden.filter((other) => other !== key),
      ),
  }
}
