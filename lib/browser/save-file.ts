import { addressOf } from '@/lib/base-path'

/** Saves the response of a path or another address as a download, under the name that the response gives. */
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
  // The address must stay valid until the download has started, which it has by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Saves a text as a download, in UTF-8. */
export function saveText(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }))
}
