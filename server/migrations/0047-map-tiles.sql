-- A hospital may show its maps over the tiles of a server that it chooses. Without one nothing is fetched for a map.
-- The origin becomes part of the content security policy, so it is no more than a scheme, a host and a port.
alter table hospitals
  add column map_tile_url text check (map_tile_url ~* '^https?://[a-z0-9.-]+(:[0-9]{1,5})?/[^[:space:]"''<>]*$'),
  add column map_tile_credit text;
