'use client'

import Link from 'next/link'
import { type ComponentProps, useState } from 'react'

/**
 * A link that prefetches its page when somebody points at it or focuses it. Used for links that are on every page,
 * because Next would prefetch all of them on each visit. That was half of the requests of a first visit.
 */
export function IntentLink({ onPointerEnter, onFocus, ...rest }: Omit<ComponentProps<typeof Link>, 'prefetch'>) {
  const [isNear, setNear] = useState(false)
  return (
    <Link
      {...rest}
      prefetch={isNear ? null : false}
      onPointerEnter={(event) => {
        setNear(true)
        onPointerEnter?.(event)
      }}
      onFocus={(event) => {
        setNear(true)
        onFocus?.(event)
      }}
    />
  )
}
