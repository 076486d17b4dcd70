export { countMissed, markEmpty, rebuildDemand } from './demand/daily.ts';
