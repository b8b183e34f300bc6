<?php
[, $url, $token, $body] = $argv;
$plant = json_decode($body);
$context = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => ["Authorization: Bearer $token", 'Content-Type: application/json'],
    'content' => json_encode($plant),
    'ignore_errors' => true,
]]);
$answer = file_get_contents($url, false, $context);
echo explode(' ', $http_response_header[0])[1], "\n", $answer;
