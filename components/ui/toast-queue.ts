import type { Tone } from './badge'

export interface ToastOptions {
  tone?: Tone
  title: string
  description?: string
  /** The next step: "Undo", "Open". */
  action?: { label: string; onClick: () => void }
}

/** Keeps notices until the code that shows them has loaded. */
export interface ToastQueue {
  show: (options: ToastOptions) => void
  /** Passes all waiting and later notices to `sink`, until the returned function is called. */
  drain: (sink: (options: ToastOptions) => void) => () => void
}
