import { createContext, useContext } from 'react'

/** Opens the viewer at a file; given by the page, which keeps the open file in its address. */
export const MediaOpenerContext = createContext<(mediaId: string) => void>(() => {})

export function useMediaOpener(): (mediaId: string) => void {
  return useContext(MediaOpenerContext)
}
