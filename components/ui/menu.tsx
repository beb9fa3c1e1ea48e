'use client'

import { type ComponentType, createElement } from 'react'
import { lateComponent, onDemand, useOnDemand } from '@/lib/browser/on-demand'
import type * as Parts from './overlays/menu-parts'
import { useTrigger } from './overlays/use-trigger'

const code = onDemand(() => import('./overlays/menu-parts'), { isEarly: true })

/** A menu that opens from `trigger`, which must be a single button element. */
export function Menu(props: Parts.MenuProps) {
  const { parts, ref, standIn } = useTrigger(code, false)
  if (parts === null) return standIn(props.trigger, { 'aria-haspopup': 'menu' })
  return <parts.Menu {...props} triggerRef={ref} />
}

/** A menu whose items are loaded with it. Their component gets `of`. A press waits for both. */
export function lateMenu<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const both = onDemand(() => Promise.all([code.load(), load()]), { isEarly: true })
  return function LateMenu({ of, ...menu }: Omit<Parts.MenuProps, 'children'> & { of: Props }) {
    const { parts: loaded, ref, standIn } = useTrigger(both, false)
    if (loaded === null) return standIn(menu.trigger, { 'aria-haspopup': 'menu' })
    const [parts, Items] = loaded
    return (
      <parts.Menu {...menu} triggerRef={ref}>
        {createElement(Items, of)}
      </parts.Menu>
    )
  }
}

/** A menu that opens at an element or a point, for right clicks and the menu key. */
export const MenuAt = lateComponent(code, (parts) => parts.MenuAt)

export const MenuItem = lateComponent(code, (parts) => parts.MenuItem)

/** Items that belong together, under a label. */
export const MenuGroup = lateComponent(code, (parts) => parts.MenuGroup)

/** A choice between several options. The chosen option has a check mark. */
export function MenuChoice<Value extends string>(props: Parts.MenuChoiceProps<Value>) {
  const parts = useOnDemand(code, true)
  return parts === null ? null : <parts.MenuChoice {...props} />
}
