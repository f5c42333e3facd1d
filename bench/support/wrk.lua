-- Asks for the paths of a file in random order, or without a seed in theirs, and prints what came of it as JSON.

local paths = {}
for line in io.lines(os.getenv("WRK_PATHS")) do paths[#paths + 1] = line end
local seed = tonumber(os.getenv("WRK_SEED"))
if seed then math.randomseed(seed) end

local last = 0
request = function()
  last = last % #paths + 1
  return wrk.format("GET", paths[seed and math.random(#paths) or last])
end

done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"seconds":%f,"p50":%f,"p99":%f,"failed":%d}\n',
    summary.requests, summary.duration / 1e6,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout
  ))
end
