import { useLayoutEffect, useState } from 'react'

const listHeightMax = 264
const gap = 2

export interface ListPlace {
  holder: Element
  style: { left: number; width: number; maxHeight: number; top?: number; bottom?: number }
}

/**
 * The position of a field's list, outside of the scroll container: below the field, or above it if there is more space. Null
 * while the field is scrolled out of view, because the list would cover other content far from its field.
 */
export function useListPlace(field: { readonly current: HTMLElement | null }): ListPlace | null {
  const [place, setPlace] = useState<ListPlace | null>(null)
  useLayoutEffect(() => {
    const measure = () => {
      if (field.current === null) return
      const { left, top, bottom, right, width } = field.current.getBoundingClientRect()
      const sight = field.current.closest('[role=grid]')?.getBoundingClientRect()
      if (
        sight !== undefined &&
        (bottom < sight.top || top > sight.bottom || right < sight.left || left > sight.right)
      ) {
        setPlace(null)
        return
      }
      const below = window.innerHeight - bottom - 2 * gap
      const isBelow = below >= Math.min(listHeightMax, top)
      const maxHeight = Math.max(64, Math.min(listHeightMax, isBelow ? below : top - 2 * gap))
      setPlace({
        holder: field.current.closest('main') ?? document.body,
        style: {
          left,
          width,
          maxHeight,
          ...(isBelow ? { top: bottom + gap } : { bottom: window.innerHeight - top + gap }),
        },
      })
    }
    measure()
    window.addEventListener('scroll', measure, true)
    window.addEventListener('resize', measure)
    return () => {
      window.removeEventListener('scroll', measure, true)
      window.removeEventListener('resize', measure)
    }
  }, [field])
  return place
}
