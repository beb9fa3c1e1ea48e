import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Handles files dropped anywhere on the page, and text pasted outside of fields. Returns whether a file is being
 * dragged over the page.
 */
export function useFileEntry({
  onFiles,
  onText,
}: {
  onFiles: (files: FileList | null | undefined) => void
  onText: (text: string) => void
}): boolean {
  const [isDragging, setIsDragging] = useState(false)
  const onDropped = useEffectEvent((event: DragEvent) => {
    event.preventDefault()
    setIsDragging(false)
    onFiles(event.dataTransfer?.files)
  })
  const onPasted = useEffectEvent((event: ClipboardEvent) => {
    if (event.target instanceof Element && event.target.closest('input,textarea,[role=dialog]') !== null) return
    if ((event.clipboardData?.files.length ?? 0) > 0) onFiles(event.clipboardData?.files)
    else {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (text.trim() === '') return
      onText(text)
    }
    event.preventDefault()
  })
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsDragging(true)
    }
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsDragging(false)
    }
    const onDrop = (event: DragEvent) => {
      if (hasFiles(event)) onDropped(event)
    }
    const onPaste = (event: ClipboardEvent) => onPasted(event)
    window.addEventListener('dragover', onOver)
    window.addEventListener('dragleave', onLeave)
    window.addEventListener('drop', onDrop)
    document.addEventListener('paste', onPaste)
    return () => {
      window.removeEventListener('dragover', onOver)
      window.removeEventListener('dragleave', onLeave)
      window.removeEventListener('drop', onDrop)
      document.removeEventListener('paste', onPaste)
    }
  }, [])
  return isDragging
}
