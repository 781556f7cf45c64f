import { Anchor, Breadcrumbs, Group, Text, Title } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import toolRow from './bar/tool-row.module.css'
import classes from './page-header.module.css'

type Crumb = { label: string; to: string }

/** The element of the top bar in which the frame shows the screen's breadcrumb. */
export const BreadcrumbSlot = createContext<HTMLElement | null>(null)

/** What is shown in place of the title, such as a switch between screens of which one has that title. */
export const TitlePlace = createContext<ReactNode>(null)

type PageHeaderProps = {
  title: string
  /** Title of the browser tab, if it differs from the heading. */
  documentTitle?: string
  /** The parent screens, topmost first. */
  crumbs?: readonly Crumb[]
  /** Number of things on the screen, beside the title. */
  count?: ReactNode
  /** Whether the title is only read out, under a tab of the same name. */
  isUnseen?: boolean
  /** Buttons at the end of the row. */
  children?: ReactNode
}

/** The title of a screen: heading, browser tab and breadcrumb. Every screen has exactly one. */
export function PageHeader({
  title,
  documentTitle = title,
  crumbs = [],
  count,
  isUnseen = false,
  children,
}: PageHeaderProps) {
  const { t, i18n } = useTranslation('app')
  const slot = useContext(BreadcrumbSlot)
  const instead = useContext(TitlePlace)
  return (
    <>
      <title>{`${documentTitle} · ${t('product')}`}</title>
      {slot &&
        createPortal(
          <nav aria-label={t('breadcrumb')} className={classes.crumbs}>
            <Breadcrumbs separatorMargin={6}>
              {crumbs.map(({ label, to }) => (
                <Anchor key={to} component={Link} to={to} c="dimmed" className={classes.crumb}>
                  <IconChevronLeft size={20} className={classes.back} aria-hidden />
                  <span className={classes.crumbName}>{label}</span>
                </Anchor>
              ))}
              <Text aria-current="page" fw={500} truncate>
                {title}
              </Text>
            </Breadcrumbs>
          </nav>,
          slot,
        )}
      <Group
        justify="space-between"
        align="center"
        mb={isUnseen ? 0 : 'md'}
        gap="sm"
        wrap={instead ? 'nowrap' : 'wrap'}
      >
        <Group gap="sm" align="baseline" className={instead || isUnseen ? classes.replaced : undefined}>
          <Title order={1} size="h3" tabIndex={-1} className={classes.title}>
            {title}
          </Title>
          {count !== undefined && (
            <Text c="dimmed">{typeof count === 'number' ? count.toLocaleString(i18n.language) : count}</Text>
          )}
        </Group>
        {instead}
        {children && (
          <Group
            gap="sm"
            flex={instead ? 'none' : undefined}
            wrap={instead ? 'nowrap' : 'wrap'}
            className={toolRow.row}
          >
            {children}
          </Group>
        )}
      </Group>
    </>
  )
}
