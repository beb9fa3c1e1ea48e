'use client'

import { Moon, Sun, SunMoon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { IconButton } from '@/components/ui/button'
import { Menu, MenuChoice } from '@/components/ui/menu'
import { themes } from '@/lib/account/values-model'
import { useTheme } from '@/lib/browser/preferences/theme'

const icons = { light: Sun, dark: Moon, system: SunMoon } as const

/** Switches between the light, the dark and the system's theme. */
export function ThemeMenu() {
  const t = useTranslations('shell.theme')
  const { theme, setTheme } = useTheme()
  return (
    <Menu trigger={<IconButton label={t('chosen', { theme: t(theme) })} icon={icons[theme]} />}>
      <MenuChoice
        label={t('label')}
        value={theme}
        onChange={setTheme}
        options={themes.map((value) => ({ value, label: t(value) }))}
      />
    </Menu>
  )
}
