import type { Tone } from './badge'

export interface ToastOptions {
  tone?: Tone
  title: string
  description?: string
  /** The next step: "Undo", "Open". */
  action?: { label: string; onClick: () => void }
}

/** Keeps notices that are raised before the code that shows them is there. */
export interface ToastQueue {
  show: (options: ToastOptions) => void
  /** Gives all notices to `sink`, those that wait and later ones, until the returned function is called. */
  drain: (sink: (options: ToastOptions) => void) => () => void
}
