-- Pings get leases, as deliveries and schedules have, instead of a later due_at while a process sends them.
ALTER TABLE hub_pings ADD COLUMN leased_by TEXT;

ALTER TABLE hub_pings ADD COLUMN leased_until TEXT;
