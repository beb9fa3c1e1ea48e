'use client'

import { Moon, Sun, SunMoon } from 'lucide-react'
import { IconButton } from '@/components/ui/button'
import { Menu, MenuChoice } from '@/components/ui/menu'
import { useTheme } from '@/lib/browser/theme'

const icons = { light: Sun, dark: Moon, system: SunMoon } as const

export function ThemeMenu() {
  const { theme, setTheme } = useTheme()
  return (
    <Menu trigger={<IconButton label={`Theme: ${theme}`} icon={icons[theme]} />}>
      <MenuChoice
        label="Theme"
        value={theme}
        onChange={setTheme}
        options={[
          { value: 'system', label: 'System' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
      />
    </Menu>
  )
}
