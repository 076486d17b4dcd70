// Registers hooks of the warehouse, jobs, schedules, exports, alerts.
import './alerts.ts';
import './channel/mapping.ts';
import './channel/past.ts';
import './parcel/bulk.ts';
import './parcel/listeners.ts';
import './parcel/recover.ts';
import './parcel/void.ts';
import './send/send-invoice.ts';
import './tracking/calculate-lanes.ts';
import './tracking/track.ts';
import './tracking/tracker.ts';
