'use client'

import { createContext, type ReactNode, use, useState } from 'react'
import { onDemand, useOnDemand } from '@/lib/browser/on-demand'
import type { ToastOptions, ToastQueue } from './toast-queue'

const code = onDemand(() => import('./toast-parts'), { isEarly: true })

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

/** Shows short notices in the corner. Components create them, because they know what the person did. */
export function useToast(): Pick<ToastQueue, 'show'> {
  const queue = use(ToastContext)
  if (queue === null) throw new Error('useToast needs a ToastProvider')
  return queue
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [queue] = useState(createToastQueue)
  // Mounted as soon as it is loaded, because screen readers do not announce a notice whose region appears with it.
  const parts = useOnDemand(code, false)
  return (
    <ToastContext value={queue}>
      {children}
      {parts !== null && <parts.Toasts queue={queue} />}
    </ToastContext>
  )
}
