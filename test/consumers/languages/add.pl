use strict;
use warnings;
use HTTP::Tiny;
use JSON::PP;

my ($url, $token, $body) = @ARGV;
my $json = JSON::PP->new->allow_bignum;
my $response = HTTP::Tiny->new->post($url, {
    content => $json->encode($json->decode($body)),
    headers => { Authorization => "Bearer $token", 'Content-Type' => 'application/json' },
});
print "$response->{status}\n$response->{content}";
