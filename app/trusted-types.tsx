'use client'

import { useServerInsertedHTML } from 'next/navigation'
import { useRef } from 'react'
import { trustedTypesScript } from '@/lib/browser/page-policy'

/**
 * Puts the Trusted Types policy into the head of a page. It is not an element of React, because React inserts its
 * elements again when it recovers from an error, and the policy would refuse its own text.
 */
export function TrustedTypes({ nonce }: { nonce: string }) {
  const isSent = useRef(false)
  // Called again for each part of the page.
  useServerInsertedHTML(() => {
    if (isSent.current) return null
    isSent.current = true
    return <script nonce={nonce}>{trustedTypesScript}</script>
  })
  return null
}
