require 'json'
require 'net/http'

url, token, body = ARGV
headers = { 'Authorization' => "Bearer #{token}", 'Content-Type' => 'application/json' }
response = Net::HTTP.post(URI(url), JSON.generate(JSON.parse(body)), headers)
puts response.code, response.body
