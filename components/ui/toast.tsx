'use client'

import { createContext, type ReactNode, use, useState } from 'react'
import { onDemand, useOnDemand } from '@/lib/browser/on-demand'
import type { Tone } from './badge'

export interface ToastOptions {
  tone?: Tone
  title: string
  description?: string
  /** The next step: "Undo", "Open". */
  action?: { label: string; onClick: () => void }
}

const code = onDemand(() => import('./toast-parts'), { isEarly: true })

/** Keeps notices that are raised before the code that shows them is there. */
export interface ToastQueue {
  show: (options: ToastOptions) => void
  /** Gives all notices to `sink`, those that wait and later ones, until the returned function is called. */
  drain: (sink: (options: ToastOptions) => void) => () => void
}

function createToastQueue(): ToastQueue {
  let waiting: ToastOptions[] = []
  let sink: ((options: ToastOptions) => void) | null = null
  return {
    show: (options) => {
      if (sink !== null) return sink(options)
      waiting.push(options)
      void code.load()
    },
    drain: (next) => {
      sink = next
      const raised = waiting
      waiting = []
      for (const options of raised) next(options)
      return () => {
        sink = null
      }
    },
  }
}

const ToastContext = createContext<ToastQueue | null>(null)

/** Shows short notices in the corner. Components raise them, because they know what the person was doing. */
export function useToast(): Pick<ToastQueue, 'show'> {
  const queue = use(ToastContext)
  if (queue === null) throw new Error('useToast needs a ToastProvider')
  return queue
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [queue] = useState(createToastQueue)
  // Mounted as soon as it is loaded: a region that appears together with its first notice is not announced.
  const parts = useOnDemand(code, false)
  return (
    <ToastContext value={queue}>
      {children}
      {parts !== null && <parts.Toasts queue={queue} />}
    </ToastContext>
  )
}
