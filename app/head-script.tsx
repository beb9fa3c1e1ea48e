'use client'

import { useServerInsertedHTML } from 'next/navigation'
import { useRef } from 'react'
import { earlyPressScript } from '@/lib/browser/late/early-press'
import { trustedTypesScript } from '@/lib/browser/page-policy'

/** Without comments, because it is part of each page. */
const script = `${trustedTypesScript}\n${earlyPressScript}`
  .split('\n')
  .filter((line) => !line.startsWith('//'))
  .join('\n')

/**
 * Puts what must run before all other scripts into the head of a page: the Trusted Types policy, and the listener for
 * early presses. It is not an element of React, because React inserts its elements again when it recovers from an error,
 * and the policy would refuse its own text.
 */
export function HeadScript({ nonce }: { nonce: string }) {
  const isSent = useRef(false)
  // Called again for each part of the page.
  useServerInsertedHTML(() => {
    if (isSent.current) return null
    isSent.current = true
    return <script nonce={nonce}>{script}</script>
  })
  return null
}
