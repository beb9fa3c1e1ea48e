import { addressOf } from '@/lib/base-path'

/** Saves what a path or another address answers as a download, under the name that the answer has. */
export function saveFrom(href: string, name = ''): void {
  const link = document.createElement('a')
  link.href = addressOf(href)
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}

/** Gives the browser a file to save as a download. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  saveFrom(url, name)
  // The download has started by then; before that, the address must stay valid.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** The same for a text, in UTF-8. */
export function saveText(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }))
}
