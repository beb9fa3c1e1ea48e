import { useEffect, useState } from 'react'

const noticeMs = 4000

/** A sentence that disappears after a few seconds, and a function that shows another one. */
export function useNotice(): [string, (text: string) => void] {
  const [notice, setNotice] = useState({ text: '', count: 0 })
  useEffect(() => {
    if (notice.text === '') return undefined
    const timer = setTimeout(() => setNotice(({ count }) => ({ text: '', count })), noticeMs)
    return () => clearTimeout(timer)
  }, [notice])
  return [notice.text, (text) => setNotice(({ count }) => ({ text, count: count + 1 }))]
}
