import { Anchor, Breadcrumbs, Group, Text, Title } from '@mantine/core'
import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from './page-header.module.css'

type Crumb = { label: string; to: string }

/** Where the frame wants the breadcrumb of the screen: an element of its top bar. */
export const BreadcrumbSlot = createContext<HTMLElement | null>(null)

type PageHeaderProps = {
  title: string
  /** What the browser's tab says, when the title alone would not do. */
  documentTitle?: string
  /** The screens above this one, the highest first. */
  crumbs?: readonly Crumb[]
  /** Number of things on the screen, beside the title. */
  count?: ReactNode
  /** Buttons at the end of the line. */
  children?: ReactNode
}

/** Title of a screen: heading, browser tab and breadcrumb in one. Every screen has exactly one. */
export function PageHeader({ title, documentTitle = title, crumbs = [], count, children }: PageHeaderProps) {
  const { t } = useTranslation('shell')
  const slot = useContext(BreadcrumbSlot)
  return (
    <>
      <title>{`${documentTitle} · ${t('product')}`}</title>
      {slot &&
        createPortal(
          <nav aria-label={t('breadcrumb')} className={classes.crumbs}>
            <Breadcrumbs separatorMargin={6}>
              {crumbs.map(({ label, to }) => (
                <Anchor key={to} component={Link} to={to} c="dimmed" className={classes.crumb}>
                  {label}
                </Anchor>
              ))}
              <Text aria-current="page" fw={500} truncate>
                {title}
              </Text>
            </Breadcrumbs>
          </nav>,
          slot,
        )}
      <Group justify="space-between" align="center" mb="md" gap="sm">
        <Group gap="sm" align="baseline">
          <Title order={1} size="h3" tabIndex={-1} className={classes.title}>
            {title}
          </Title>
          {count !== undefined && <Text c="dimmed">{count}</Text>}
        </Group>
        {children && <Group gap="sm">{children}</Group>}
      </Group>
    </>
  )
}
