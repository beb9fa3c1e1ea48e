'use client'

import { parseAsString, useQueryState } from 'nuqs'
import { useCallback, useEffect, useRef } from 'react'

interface OpenPair {
  /** A file of the open pair; null when none is open. */
  openKey: string | null
  open: (mediaId: string) => void
  move: (mediaId: string) => void
  close: () => void
}

/** The open pair of files, kept in the address: a link opens it, Back closes it, and other pairs add no history. */
export function useOpenPair(): OpenPair {
  const [openKey, setOpenKey] = useQueryState('photo', parseAsString)
  const wasPushed = useRef(false)
  useEffect(() => {
    if (openKey === null) wasPushed.current = false
  }, [openKey])
  const open = useCallback(
    (mediaId: string) => {
      wasPushed.current = true
      void setOpenKey(mediaId, { history: 'push' })
    },
    [setOpenKey],
  )
  return {
    openKey,
    open,
    move: (mediaId) => void setOpenKey(mediaId, { history: 'replace' }),
    close: () => {
      if (wasPushed.current) window.history.back()
      else void setOpenKey(null, { history: 'replace' })
    },
  }
}
