import leaflet, { type LatLngBounds, type Map as LeafletMap } from 'leaflet'
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import type { Land, LatLng, Outlines } from './thailand-areas.ts'
import classes from './thailand-map.module.css'

/** Where the hospital has set a tile server: the tiles, and whom to name as their source. */
export type MapTiles = { url: string; credit: string | null }

export type MapView = { bounds: LatLngBounds; padding: number; closest: number }

/** At 13° N, where Thailand's middle is, a pixel is 153 km at zoom 0. */
const computeZoom = (metresPerPixel: number) => Math.log2(152_530 / metresPerPixel)
/** The outlines are accurate to some hundred metres: a closer view shows the points and nothing more. */
export const closestZoom = computeZoom(1)
/** Streets and buildings. */
export const closestTileZoom = 19
/** A single place with the towns around it: some 100 km across a screen. */
export const placeZoom = computeZoom(200)
/** Several places in one town, apart: some 10 km across a screen. */
export const townZoom = computeZoom(20)

export const country = leaflet.latLngBounds([5.5, 97.2], [20.6, 105.8])
export const countryMargin = 16
/** Markers have this room between points and the edge of the map. */
export const pointMargin = 56

export const toBounds = ({ south, west, north, east }: Land): LatLngBounds =>
  leaflet.latLngBounds([south, west], [north, east])

type LeafletOptions = { outlines: Outlines; tiles: MapTiles | undefined; isStill: boolean; first: MapView }

/**
 * A Leaflet map with the outlines, and with the hospital's tiles over them. It shows `first` until somebody moves it,
 * also when that changes or the map is resized. The component is rendered again whenever the map has moved.
 */
export function useLeafletMap({ outlines, tiles, isStill, first }: LeafletOptions) {
  const container = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<LeafletMap>()
  const isMoved = useRef(false)
  const isFitting = useRef(false)
  const [, update] = useReducer((moves: number) => moves + 1, 0)

  const withoutMoving = (work: () => void) => {
    isFitting.current = true
    work()
    isFitting.current = false
  }
  const showFirst = (target: LeafletMap) => {
    withoutMoving(() => fitView(target, first))
    isMoved.current = false
  }
  const fitSize = useEffectEvent((target: LeafletMap) => {
    withoutMoving(() => {
      target.invalidateSize({ pan: false })
      limitZoom(target, outlines)
    })
    if (!isMoved.current) showFirst(target)
  })

  const tileUrl = tiles?.url
  useEffect(() => {
    const element = container.current
    if (!element) return
    const created = leaflet.map(element, {
      attributionControl: false,
      zoomControl: false,
      keyboard: false,
      boxZoom: false,
      doubleClickZoom: false,
      zoomAnimation: !isStill,
      inertia: !isStill,
      // Tiles are sharp at whole zoom levels only.
      zoomSnap: tileUrl === undefined ? 0 : 1,
      maxZoom: tileUrl === undefined ? closestZoom : closestTileZoom,
      maxBounds: findDrawnBounds(outlines),
      maxBoundsViscosity: 1,
    })
    isMoved.current = false
    fitSize(created)
    drawLand(created, outlines)
    if (tileUrl !== undefined)
      // The servers of OpenStreetMap refuse a caller who does not say which site it comes from.
      leaflet.tileLayer(tileUrl, { maxZoom: closestTileZoom, referrerPolicy: 'strict-origin' }).addTo(created)
    created.on('movestart', () => {
      if (!isFitting.current) isMoved.current = true
    })
    created.on('move moveend zoomend', update)
    element.addEventListener('wheel', ignoreScrolling, { capture: true })
    const observer = new ResizeObserver(() => fitSize(created))
    observer.observe(element)
    setMap(created)
    return () => {
      observer.disconnect()
      element.removeEventListener('wheel', ignoreScrolling, { capture: true })
      created.remove()
      setMap(undefined)
    }
  }, [outlines, tileUrl, isStill])

  const { bounds, padding, closest } = first
  const view = `${bounds.toBBoxString()} ${padding} ${closest}`
  const showUnlessMoved = useEffectEvent((target: LeafletMap) => {
    if (!isMoved.current) showFirst(target)
  })
  useEffect(() => {
    if (map && view) showUnlessMoved(map)
  }, [map, view])

  return {
    container,
    map,
    reset: () => map && showFirst(map),
    /** From now on the map does not move with `first`. */
    hold: () => {
      isMoved.current = true
    },
  }
}

/** The wheel scrolls the page; with Ctrl it zooms the map. */
function ignoreScrolling(event: WheelEvent): void {
  if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
}

function fitView(map: LeafletMap, { bounds, padding, closest }: MapView): void {
  const { x, y } = map.getSize()
  // A map that is not shown yet has no size.
  if (x === 0 || y === 0) map.setView(bounds.getCenter(), placeZoom, { animate: false })
  else {
    const gap = Math.min(padding, x / 4, y / 4)
    map.fitBounds(bounds, { padding: [gap, gap], maxZoom: closest, animate: false })
  }
}

/** Limits the map to Thailand, and to where land is drawn. */
function limitZoom(map: LeafletMap, outlines: Outlines): void {
  const { x, y } = map.getSize()
  if (x === 0 || y === 0) return
  map.options.minZoom = 0
  const gap = leaflet.point(countryMargin, countryMargin)
  const wholeCountry = map.getBoundsZoom(country, false, gap)
  const onlyDrawn = map.getBoundsZoom(findDrawnBounds(outlines), true)
  map.setMinZoom(Math.max(wholeCountry, onlyDrawn))
}

function findDrawnBounds({ neighbours }: Outlines): LatLngBounds {
  const all = leaflet.latLngBounds([])
  for (const land of neighbours) all.extend(toBounds(land))
  return all
}

/** The land is below the tiles: where those do not arrive, it is seen. */
function drawLand(map: LeafletMap, { provinces, neighbours }: Outlines): void {
  map.createPane('land').style.zIndex = '100'
  const renderer = leaflet.svg({ pane: 'land', padding: 1 })
  const draw = (polygons: readonly (readonly (readonly LatLng[])[])[], className: string | undefined) =>
    leaflet
      .polygon(polygons as LatLng[][][], { renderer, className: className ?? '', interactive: false })
      .addTo(map)
  for (const land of neighbours) draw(land.polygons, classes.neighbour)
  // A wide line below the provinces is the outline of the country: its inner half is covered.
  for (const province of provinces) draw(province.polygons, classes.outline)
  for (const province of provinces) draw(province.polygons, classes.province)
}
